#include "tax.h"

int tax(int net) { return net * RATE / 100; }
