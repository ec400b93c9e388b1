#include <stdio.h>

int twice(int n) {
    return 2 * n;
}

int main(void) {
    int n = 3;
    if (n == 3) {
        printf("%d\n", twice(n));
    }
    return 0;
}
