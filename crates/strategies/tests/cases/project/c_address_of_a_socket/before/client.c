#include <netinet/in.h>
#include <sys/socket.h>

int reach(int handle, struct sockaddr_in *address)
{
    struct sockaddr_in own = *address;
    if (bind(handle, &own, sizeof own) < 0)
        return -1;
    return connect(handle, address, sizeof *address);
}
