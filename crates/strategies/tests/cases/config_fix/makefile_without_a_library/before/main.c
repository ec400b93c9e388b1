#include <stdio.h>

double root(double of, double degree);

int main(int count, char **words) {
    (void)words;
    printf("%.2f\n", root(count * 8.0, 3.0));
    return 0;
}
