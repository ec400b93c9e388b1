struct point { int width, height; };

int area(struct point p) {
    return p.width * p.heigth;
}
