#include <stdio.h>

int main(void) {
    int n = 1;
    printf(("%d\n", n);
    return 0;
}
