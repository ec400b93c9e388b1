#include <stdio.h>

void show(int n) {
    printf("%d\n", n);
}

int main(void) {
    int n = 3;
    show(n);
    return 0;
}
