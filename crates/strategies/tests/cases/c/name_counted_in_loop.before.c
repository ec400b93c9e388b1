#include <stdio.h>

int main(void) {
    int i, j = 2;
    for (i = 0; i < 3; k++) {
        printf("%d\n", i * j);
    }
    return 0;
}
