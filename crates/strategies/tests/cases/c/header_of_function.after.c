// flags: -Werror=implicit-function-declaration
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%zu\n", strlen("word"));
    return 0;
}
