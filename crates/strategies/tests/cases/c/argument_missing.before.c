int area(int w, int h) {
    return w * h;
}

int main(void) {
    int w = 2, h = 3;
    return area(w) + h;
}
