#include <stdio.h>

int main(void) {
    int a = 1;
    if (a > 0) (puts("yes");
    return 0;
}
