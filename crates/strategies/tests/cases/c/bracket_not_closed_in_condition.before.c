#include <stdio.h>

int main(void) {
    int i = 0, v[3] = {1, 2, 3};
    if (v[i == 1) {
        puts("one");
    }
    return 0;
}
