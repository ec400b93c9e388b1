#include <stdio.h>

int main(void) {
    int ij;
    for (i = 0, j = 0; i < 3; i++) {
        j += i;
    }
    printf("%d\n", j);
    return 0;
}
