#include <stdio.h>

void greet(int n) {
    if (n > 0) {
        puts("hello");
    }
    while (n < 0) {
        n++;
    }
}

int main(void) {
    greet(1);
    return 0;
}
