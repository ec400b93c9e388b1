#include <stdio.h>

int main(void) {
    int i = 0;
    if (i > 3) {
        puts("many");
    } elseif (i > 1) {
        puts("some");
    }
    return 0;
}
