#include <stdio.h>
#include "util.h"

int main(void) {
    printf("%d\n", twice(2));
    return 0;
}
