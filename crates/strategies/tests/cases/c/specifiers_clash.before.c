#include <stdio.h>

int main(void) {
    long float x = 1;
    printf("%f", x);
    return 0;
}
