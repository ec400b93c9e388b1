#include "shop.h"

int total(const int *items, int count, int rate)
{
    int sum = rate;
    for (int i = 0; i < count; i++)
        sum += items[i];
    return sum;
}
