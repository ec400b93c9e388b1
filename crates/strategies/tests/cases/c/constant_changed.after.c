#include <stdio.h>

int main(void) {
    int n = 3;
    n = 4;
    printf("%d\n", n);
    return 0;
}
