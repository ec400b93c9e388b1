#include <stdio.h>

int main(void) {
    int total = 0, limit,maximum;
    scanf("%d", &limit);
    while (total < maximum) {
        total++;
    }
    return 0;
}
