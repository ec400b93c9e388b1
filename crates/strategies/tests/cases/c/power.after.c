#include <stdio.h>

int main(void) {
    double r = 2.0;
    printf("%f\n", 3.14 * r*r);
    return 0;
}
