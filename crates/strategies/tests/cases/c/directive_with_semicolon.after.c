#include <stdio.h>
#define N 10

int main(void) {
    int v[N] = {0};
    printf("%d\n", v[0]);
    return 0;
}
