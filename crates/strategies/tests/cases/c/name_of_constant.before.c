#include <limits.h>
#include <stdio.h>

int main(void) {
    printf("%d\n", INT_MX);
    return 0;
}
