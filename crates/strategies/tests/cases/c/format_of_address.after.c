// flags: -Wall -Werror
#include <stdio.h>

int main(void) {
    int count = 3;
    printf("%d\n", count);
    return 0;
}
