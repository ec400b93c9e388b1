#include <vector>

extern "C" {
#include <stddef.h>
}

int main() {
    std::vector<int> values{3, 1, 2};
    std::sort(values.begin(), values.end());
    std::cout << values.front() << std::endl;
    size_t size = values.size();
    return size == 3 ? 0 : 1;
}
