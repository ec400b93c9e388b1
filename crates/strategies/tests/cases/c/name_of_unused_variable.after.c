#include <stdio.h>

int main(void) {
    int total = 0, limit;
    scanf("%d", &limit);
    while (total < limit) {
        total++;
    }
    return 0;
}
