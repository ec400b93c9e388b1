#include <stdio.h>

int main(void) {
    int width = 3;
    printf("%d\n", width);
    return 0;
}
