#include <stdio.h>

struct point {
    int x, y;
}

int main(void) {
    struct point p = {1, 2};
    printf("%d %d\n", p.x, p.y);
    return 0;
}
