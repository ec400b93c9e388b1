#include <stdio.h>

int main(void) {
    int count;
    scanf("%d", &count);
    count = count + 1;
    printf("%d\n", count);
    return 0;
}
