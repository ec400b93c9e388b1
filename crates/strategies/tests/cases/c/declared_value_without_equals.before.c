#include <stdio.h>

int main(void) {
    int max0;
    if (max < 3) {
        max = 3;
    }
    printf("%d\n", max);
    return 0;
}
