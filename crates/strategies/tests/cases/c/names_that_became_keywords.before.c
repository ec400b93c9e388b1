#include <stdbool.h>

static unsigned long true = 1;

static int is_set(const char *bool)
{
    return bool && bool[0] == 'y';
}

int send_all(void *buffer, unsigned long size)
{
    int sent, false = 0;

    sent = buffer != &false && size > sizeof(false);
    return sent + is_set("yes") + (int)true;
}
