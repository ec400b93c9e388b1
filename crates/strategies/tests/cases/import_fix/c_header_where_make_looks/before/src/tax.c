#include "taxs.h"

int tax(int net) { return net * RATE / 100; }
