#include <stdio.h>

int main(void) {
    int count = 0;
    printf("%d\n", count);
    return 0;
}
