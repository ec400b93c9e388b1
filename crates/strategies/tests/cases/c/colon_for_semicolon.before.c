#include <stdio.h>

int main(void) {
    int day = 1;
    switch (day) {
    case 1: printf("Monday"): break;
    default: break;
    }
    return 0;
}
