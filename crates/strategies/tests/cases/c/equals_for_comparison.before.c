#include <stdio.h>

int main(void) {
    int i = 4;
    if (i > 1 && i % 2 = 0) {
        puts("even");
    }
    return 0;
}
