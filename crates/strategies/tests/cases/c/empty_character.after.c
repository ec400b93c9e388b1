#include <stdio.h>

int main(void) {
    char c = getchar();
    if (c == ' ') {
        puts("blank");
    }
    return 0;
}
