#include <stdio.h>

int main(void) {
    int count = 0;
    float count;
    printf("%d\n", count);
    return 0;
}
