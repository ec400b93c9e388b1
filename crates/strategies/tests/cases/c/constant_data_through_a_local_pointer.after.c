// flags: -Wall -Werror
#include <stddef.h>

static const char *find(const char *text, char c)
{
    while (*text && *text != c)
        text++;
    return *text ? text : NULL;
}

size_t length_of_name(const char *path)
{
    const char *mark = find(path, ':');
    static const char *end;

    if ((end = find(path, '/')) != NULL)
        return (size_t)(end - path);
    return mark ? (size_t)(mark - path) : 0;
}
