#include <stdio.h>

int main(void) {
    int a = 1;
    if (a > 0){
        puts("yes");
        a = 0;}
    else
        puts("no");
    printf("%d", a);
    return 0;
}
