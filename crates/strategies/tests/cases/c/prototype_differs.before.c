int area(int w);

int area(int w, int h) {
    return w * h;
}

int main(void) {
    return area(2, 3);
}
