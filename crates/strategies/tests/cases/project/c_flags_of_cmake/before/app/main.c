#include <tree.h>

int main(void) {
    return tree_size()
}
