#include <stdio.h>

#include "pour.h"

int main(void) {
    pour();
    printf("%d\n", cups);
    return 0;
}
