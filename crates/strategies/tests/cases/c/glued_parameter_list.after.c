area(int w, int h);

int area(int w, int h) {
    return w * h;
}
