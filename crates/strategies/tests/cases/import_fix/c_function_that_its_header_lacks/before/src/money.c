#include "money.h"

static long larger(long a, long b)
{
    return a > b ? a : b;
}

long money_max(const long *cents,
               int count)
{
    long max = 0;
    for (int i = 0; i < count; i++)
        max = larger(max, cents[i]);
    return max;
}

long money_sum(const long *cents, int count)
{
    long sum = 0;
    for (int i = 0; i < count; i++)
        sum += cents[i];
    return sum;
}

int money_is_empty(int count)
{
    return count == 0;
}
