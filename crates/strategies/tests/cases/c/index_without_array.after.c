#include <stdio.h>

int main(void) {
    int v[3] = {1, 2, 3}, i = 0;
    if (v[i] < v[i + 1]) {
        puts("less");
    }
    return 0;
}
