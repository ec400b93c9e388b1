#include <signal.h>

static volatile sig_atomic_t stopped;
void on_signal(int);

int main(void)
{
    signal(SIGINT, on_signal);
    while (!stopped)
        ;
    return 0;
}

void on_signal(int unused)
{
    stopped = 1;
}
