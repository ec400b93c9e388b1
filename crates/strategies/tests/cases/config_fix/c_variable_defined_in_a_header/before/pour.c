#include "pour.h"

void pour(void) {
    cups++;
}
