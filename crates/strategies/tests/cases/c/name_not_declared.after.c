#include <stdio.h>

int main(void) {
    int n = 3, sum = 0, i;
    for (i = 0; i < n; i++) {
        sum += i;
    }
    printf("%d\n", sum);
    return 0;
}
