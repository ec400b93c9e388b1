#include <stdio.h>

int main(void) {
    int i, n = 0;
    for (i = 0; i < 3; i++)
        n += i;
        printf("%d\n", n);
    return 0;
}
