#include <stdio.h>

int main(void) {
    int k = 0, v[3] = {1, 2, 3};
    printf("%d\n", vk]);
    return 0;
}
