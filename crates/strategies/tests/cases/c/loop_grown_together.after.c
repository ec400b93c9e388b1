#include <stdio.h>

int main(void) {
    int i, n = 3;
    for (i = 0; i < n;i++) {
        printf("%d\n", i);
    }
    return 0;
}
