#include <stdio.h>

int main(void) {
    int v[3] = 0;
    printf("%d\n", v[0]);
    return 0;
}
