#include <stdio.h>

int main(void)
{
    int n = 3;
    switch (n)
    {
    case 1:
        printf("one\n");
        break;
    case 3:
        printf("three\n");
        break;
    }
    return 0;
}
