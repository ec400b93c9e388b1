#include <stdio.h>

int main(void) {
    int n = 3;
    int v[n];
    for (int i = 0; i < n; i++) {
        v[i] = i;
    }
    printf("%d\n", v[0]);
    return 0;
}
