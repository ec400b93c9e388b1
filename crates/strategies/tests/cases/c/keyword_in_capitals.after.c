#include <stdio.h>

int main(void) {
    int i = 0;
    while (i < 3) {
        i++;
    }
    return 0;
}
