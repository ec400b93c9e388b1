#include <stdio.h>

int main(void) {
    int a = 1;
    if (a > 0) {
        puts("yes");
    } else {
        puts("no");
    }
    return 0;
}
