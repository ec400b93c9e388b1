#include <stdio.h>

int main(void)
{
    int first = 1, second = 2;
    printf("%d and %d," first, second);
    return 0;
}
