#include <stdio.h>

int main(void) {
    int values[3] = {1, 2, 3}, i;
    for (i = 0; i < 3; i++) {
        printf("%d\n", v[i]);
    }
    return 0;
}
