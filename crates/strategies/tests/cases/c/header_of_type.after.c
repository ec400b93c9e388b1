#include <stdio.h>
#include <stdint.h>

int main(void) {
    uint8_t small = 3;
    printf("%d\n", small);
    return 0;
}
