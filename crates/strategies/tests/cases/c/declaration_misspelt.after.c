#include <stdio.h>

int main(void) {
    int cuont = 0;
    scanf("%d", &cuont);
    cuont++;
    printf("%d\n", cuont);
    return 0;
}
