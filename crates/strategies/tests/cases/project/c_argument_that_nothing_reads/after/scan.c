#include "scan.h"

int all(int *table)
{
    int count = 0;
    while (next() >= 0)
        count++;
    return count;
}

int next() { return -1; }
