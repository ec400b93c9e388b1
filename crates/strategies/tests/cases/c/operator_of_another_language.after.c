#include <stdio.h>

int main(void) {
    int i = 4;
    if (i <= 4 && i != 2) {
        puts("small");
    }
    return 0;
}
