// flags: -Wall -Werror
#include <stdio.h>

int main(void)
{
    int n;
    scanf('%d', &n);
    return n;
}
