#include <stdio.h>

int main(void) {
    int a = 0,b = 1;
    printf("%d\n", a + b);
    return 0;
}
