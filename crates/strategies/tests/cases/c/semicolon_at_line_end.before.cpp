#include <iostream>

int main() {
    int n = 3
    std::cout << n << std::endl
    return 0;
}
