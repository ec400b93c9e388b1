#include <mosquitto.h>

int main(void)
{
    return 0;
}
