#include <stdio.h>

int main(void) {
    int N = 3, i;
    for (i = 0; i < n; i++) {
        puts("x");
    }
    return 0;
}
