#include "shop.h"

int main(void)
{
    int items[] = {1, 2};
    return total(items, 2);
}
