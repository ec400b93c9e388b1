#include <string.h>

int last(char text[])
{
    return text[strlen(text) - 1];
}
