#include <stdio.h
#include <stdlib.h>

int main(void) {
    puts("hello");
    return 0;
}
