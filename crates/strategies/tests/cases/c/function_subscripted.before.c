#include <stdio.h>

int main(void) {
    char a[10] = "text";
    puts[a];
    return 0;
}
