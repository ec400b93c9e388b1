#include "carts.h"

int with_tax(int amount)
{
    struct item item = {amount};
    int rate = 19;
    return item.price + item.price * rat / 100;
}
