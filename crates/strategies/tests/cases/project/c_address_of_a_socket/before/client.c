#include <netinet/in.h>
#include <sys/socket.h>

int reach(int handle, struct sockaddr_in address)
{
    return connect(handle, &address, sizeof address);
}
