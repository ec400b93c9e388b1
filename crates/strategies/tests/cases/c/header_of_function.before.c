// flags: -Werror=implicit-function-declaration
#include <stdio.h>

int main(void) {
    printf("%zu\n", strlen("word"));
    return 0;
}
