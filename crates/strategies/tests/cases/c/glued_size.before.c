#include <stdio.h>

int main(void) {
    int v100], i = 0;
    v[i] = 3;
    printf("%d\n", v[i]);
    return 0;
}
