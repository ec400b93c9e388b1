#include <stdio.h>

int main(void) {
    int i, v[3];
    for (i = 0; i < 3; i++) {
        v[] = i;
    }
    printf("%d\n", v[0]);
    return 0;
}
