#include <stdio.h>

int main(void) {
    int a = 1, b = 2;
    if ((a < b) && (b > 0)) {
        puts("yes");
    }
    return 0;
}
