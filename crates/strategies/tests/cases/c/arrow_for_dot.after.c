struct point { int x, y; };

int sum(struct point *p) {
    return p->x + p->y;
}
