#include <stdio.h>

int main(void) {
    char word[] = {'a', 'b', 'c', 0};
    puts(word);
    return 0;
}
