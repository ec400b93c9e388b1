// flags: -Wall -Werror
#include <stdio.h>

int main(void) {
    int count = 0;
    scanf("%d", count);
    printf("%d\n", count);
    return 0;
}
