#include <stdio.h>

int main(void) {
    printf("she said "yes" twice\n");
    return 0;
}
