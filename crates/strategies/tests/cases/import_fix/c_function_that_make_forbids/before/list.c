#include <stdlib.h>

int *numbers(size_t count) {
    assert(count > 0);
    return calloc(count, sizeof(int));
}
