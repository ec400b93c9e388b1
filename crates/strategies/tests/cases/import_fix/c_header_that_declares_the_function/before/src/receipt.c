#include <stdio.h>

int print_receipt(int cents)
{
    return printf("%d\n", round_to_five(cents));
}
