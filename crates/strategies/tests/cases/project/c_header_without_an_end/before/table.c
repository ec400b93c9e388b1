#include "table.h"

int table_size(void) {
    return 3;
}

double table_mean(const double *values) {
    return values[0];
}
