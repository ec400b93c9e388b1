#include <stdio.h>

int main(void) {
    int n = 1;
    // this prints the number
    printf("%d\n", n);
    return 0;
}
