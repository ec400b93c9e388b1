#include <stdio.h>

int main(void) {
    int n = 1; /* the number */
    printf("%d\n", n);
    return 0;
}
