#include <stdio.h>

struct point { int x; int width; };

int main(void)
{
    struct point p = { 1, 2 };
    printf("%d\n", p.widht);
    return 0;
}
