#include <stdio.h>

int main(void) {
    int count = 3;
    count++;
    printf("%d\n", count);
    return 0;
}
