#include <leveldb/math.h>

int main(void)
{
    return 0;
}
