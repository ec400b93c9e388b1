#include <stdio.h>

int sum(int v[], int n) {
    return n > 0 ? v[0] + sum(v + 1, n - 1) : 0;
}

int main(void) {
    int v[3] = {1, 2, 3};
    printf("%d\n", sum(v, 3));
    return 0;
}
