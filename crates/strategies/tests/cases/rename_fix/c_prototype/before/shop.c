#include "shop.h"

int total(const int *items, int count, int rate)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += items[i] * rate;
    return sum;
}
