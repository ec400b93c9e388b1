#include <vector>

int main() {
    std::vector<int> numbers{1, 2, 3};
    int total = 0;
    for (int n : numbers) {
        totl += n;
    }
    return total;
}
