#include <stdio.h>

int main(void) {
    int width;
    scanf("%d"&width);
    printf("%d", width);
    return 0;
}
