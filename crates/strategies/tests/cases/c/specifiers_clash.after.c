#include <stdio.h>

int main(void) {
    float x = 1;
    printf("%f", x);
    return 0;
}
