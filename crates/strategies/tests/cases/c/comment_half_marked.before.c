#include <stdio.h>

int main(void) {
    int n = 1; / the number of things
    printf("%d\n", n);
    return 0;
}
