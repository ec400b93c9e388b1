#include <stdio.h>

int main(void) {
    int day = 1;
    switch (day) {
    case 1:
        puts("Monday");
        break;
    }
    return 0;
}
