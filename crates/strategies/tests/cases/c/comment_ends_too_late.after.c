#include <stdio.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        puts("x");
        /*if (i > 1) {
            puts("y");
        }*/
    }
    return 0;
}
