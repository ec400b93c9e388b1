#include <stdio.h>

int main(void) {
    int cuont = 0;
    scanf("%d", &count);
    count++;
    printf("%d\n", count);
    return 0;
}
