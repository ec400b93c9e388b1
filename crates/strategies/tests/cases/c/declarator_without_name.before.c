#include <stdio.h>

int main(void) {
    int = 3;
    count++;
    printf("%d\n", count);
    return 0;
}
