#include <stdio.h>

int main(void) {
    int a = 1, b = 2;
    if (((a + b) * 2) > 3) {
        puts("yes");
    }
    return 0;
}
