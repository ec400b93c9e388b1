#include <string>
#include <unistd.h>

class Lock {
public:
    explicit Lock(int descriptor) : descriptor(descriptor) {}
    ~Lock() { ::close(descriptor); }
    std::string name() const { return std::to_string(descriptor); }

private:
    int descriptor;
};

int main() {
    Lock lock(0);
    return lock.name().empty();
}
