#include <stdio.h>

void greet(int n) {
    if (n > 0) {
        puts("hello");
    }
}

int main(void) {
    greet(1);
    return 0;
}
