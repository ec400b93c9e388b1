#include <netinet/in.h>
#include <sys/socket.h>

int next_client(int server)
{
    int client;
    size_t size, tries = 0;
    struct sockaddr_in name;

    do {
        size = sizeof name;
        client = accept(server, (struct sockaddr *)&name, &size);
    } while (client < 0 && ++tries < 3);
    return client;
}
