#include <stdio.h>

int main(void) {
    float r = 2.0, area;
    area = 3.14 * r * r;
    printf("%f\n", area);
    return 0;
}
