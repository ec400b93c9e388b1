#include <stdio.h>

int main(void) {
    char c = getchar();
    if (c == 'y) {
        puts("yes");
    }
    return 0;
}
