#include <stdio.h>

int main(void) {
    int a = 1;
    printf("%d", a);
    return 0;
}
