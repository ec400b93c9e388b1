#include <stdio.h>

int main(void) {
    int n = 7;
    if (n % 2 == 0) {
        puts("even");
    }
    return 0;
}
