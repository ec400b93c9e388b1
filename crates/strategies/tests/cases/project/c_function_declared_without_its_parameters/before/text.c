#include "text.h"

int
find(const char *text, char wanted)
{
    for (int at = 0; text[at]; at++)
        if (text[at] == wanted)
            return at;
    return -1;
}
