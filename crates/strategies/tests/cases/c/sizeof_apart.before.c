#include <stdio.h>

int main(void) {
    int n = size of(int);
    printf("%d\n", n);
    return 0;
}
