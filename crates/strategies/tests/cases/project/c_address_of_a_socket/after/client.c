#include <netinet/in.h>
#include <sys/socket.h>

int reach(int handle, struct sockaddr_in *address)
{
    struct sockaddr_in own = *address;
    if (bind(handle, (struct sockaddr *) &own, sizeof own) < 0)
        return -1;
    return connect(handle, (struct sockaddr *) address, sizeof *address);
}
