#include <stdio.h>

#include "money.h"

void print_receipt(const long *cents, int count)
{
    printf("%ld of at most %ld\n", money_sum(cents, count), money_max(cents, count));
}
