#include <stdio.h>

int main(void) {
    int n = 2;
    printf("%d\n", n);
    return 0;
}
