#include <stdio.h>

int main(void) {
    int n = 3, sum = 0;
    for (int i = 0; i < n; i++) {
        sum += i;
    }
    for (j = 0; j < n; j++) {
        sum += j;
    }
    printf("%d\n", sum);
    return 0;
}
