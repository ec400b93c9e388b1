#include <stdio.h>
#include <string.h>

int main(void) {
    char name[10];
    strcpy(name, "Ada");
    puts(name);
    return 0;
}
