#include <stdio.h>

int main(void) {
    char name[20];
    fgets(name, 20, stdin);
    puts("%s", name);
    return 0;
}
