#include <string.h>

int last(text[])
{
    return text[strlen(text) - 1];
}
