#include <stdbool.h>

static unsigned long true_ = 1;

static int is_set(const char *bool_)
{
    return bool_ && bool_[0] == 'y';
}

int send_all(void *buffer, unsigned long size)
{
    int sent, false_ = 0;

    sent = buffer != &false_ && size > sizeof(false_);
    return sent + is_set("yes") + (int)true_;
}
