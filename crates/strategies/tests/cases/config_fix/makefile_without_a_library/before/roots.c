#include <math.h>

double root(double of, double degree) {
    return pow(of, 1.0 / degree);
}
