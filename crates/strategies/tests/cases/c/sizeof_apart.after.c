#include <stdio.h>

int main(void) {
    int n = sizeof(int);
    printf("%d\n", n);
    return 0;
}
