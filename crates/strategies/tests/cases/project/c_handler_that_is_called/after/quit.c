#include <signal.h>
#include <unistd.h>

static int descriptor;

void quit(int unused)
{
    close(descriptor);
    _exit(0);
}

int main(int argc, char **argv)
{
    signal(SIGALRM, quit);
    if (argc > 1)
        quit(0);
    pause();
    return argv[0] == NULL;
}
