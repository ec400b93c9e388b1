#include <stdio.h>
#include <string.h>

int main(void)
{
    char name[] = NAME;
    printf("%zu\n", strlen(name));
    return 0;
}
