#include <stdio.h>

int main(void) {
    Int i = 0;
    While (i < 3) {
        i++;
    }
    return 0;
}
