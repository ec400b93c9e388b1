#include <stdio.h>

int main(void)
{
    printf("%d",Hello World!);
    return 0;
}
