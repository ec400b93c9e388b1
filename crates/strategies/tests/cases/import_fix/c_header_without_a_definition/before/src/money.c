#include "../include/money.h"

int floor_of(int cents)
{
    return cents / 5 * 5;
}
