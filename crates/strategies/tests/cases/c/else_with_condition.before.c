#include <stdio.h>

int main(void) {
    int a = 1;
    if (a > 0) {
        puts("yes");
    } else (a < 0) {
        puts("no");
    }
    return 0;
}
