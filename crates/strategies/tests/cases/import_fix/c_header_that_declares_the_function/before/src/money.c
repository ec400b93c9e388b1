#include "../include/money.h"

int round_to_five(int cents)
{
    return (cents + 2) / 5 * 5;
}
