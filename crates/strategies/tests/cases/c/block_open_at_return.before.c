#include <stdio.h>

int main(void)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
    {
        if (i != 1)
        {
            n += i;
        }
    printf("%d\n", n);
    return 0;
}
