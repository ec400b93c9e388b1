#include <stdio.h>

int main(void) {
    printf(The point lies on the circle.);
    return 0;
}
