#include <stdio.h>

int main(void) {
    printf("%d\n", INT_MAX);
    return 0;
}
