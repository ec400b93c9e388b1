#include <stdio.h>
#include "shop.h"

int main(void)
{
    int items[] = {1, 2};
    printf("%d\n", total(items, 2, 3));
    return 0;
}
