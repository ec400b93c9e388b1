struct point { int widht, height; };

int area(struct point p) {
    p.widht += p.height;
    return p.widht * p.height;
}
