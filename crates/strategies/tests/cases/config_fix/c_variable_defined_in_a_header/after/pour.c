#include "pour.h"

int cups;

void pour(void) {
    cups++;
}
