#include <stdio.h>

int main(void) {
    int p = 1, r = 2;
    printf("%d\n", p(1 + r));
    return 0;
}
