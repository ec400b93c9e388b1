#include <stdio.h>

int main(void) {
    printf("%d", of all the things in here);
    return 0;
}
