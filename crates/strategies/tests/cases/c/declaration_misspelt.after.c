#include <stdio.h>

int main(void) {
    int count = 0;
    scanf("%d", &count);
    count++;
    printf("%d\n", count);
    return 0;
}
