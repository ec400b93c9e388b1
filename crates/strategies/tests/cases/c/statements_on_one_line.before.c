#include <stdio.h>

int main(void)
{
    char word[] = "abc";
    int at = 0;
    while (at < 3)
    { putchar(word[at])printf("\n");; at++; }
    return 0;
}
