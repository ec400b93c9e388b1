#include <stdio.h>

int main(void) {
    printf("of all the things in here");
    return 0;
}
