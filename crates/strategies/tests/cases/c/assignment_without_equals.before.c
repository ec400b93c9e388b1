#include <stdio.h>

int main(void) {
    int v[3] = {1, 2, 3}, i = 0;
    v[i] v[i] + 1;
    printf("%d\n", v[0]);
    return 0;
}
