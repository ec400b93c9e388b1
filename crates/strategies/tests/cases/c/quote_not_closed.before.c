#include <stdio.h>

int main(void) {
    int x = 1, y = 2;
    printf("%d and %d\n, x, y);
    return 0;
}
