#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("tea");
    puts(name);
    free(name);
    return 0;
}
