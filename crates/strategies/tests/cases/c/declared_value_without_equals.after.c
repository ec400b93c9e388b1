#include <stdio.h>

int main(void) {
    int max=0;
    if (max < 3) {
        max = 3;
    }
    printf("%d\n", max);
    return 0;
}
