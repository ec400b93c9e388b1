struct point { int width, height; };

int area(struct point p) {
    p.width += p.height;
    return p.width * p.height;
}
