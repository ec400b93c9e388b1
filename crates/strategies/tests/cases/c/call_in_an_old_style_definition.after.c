// flags: -Werror=implicit-function-declaration
#include <stddef.h>

int help(char *name);

int main(argc, argv)
    int argc;
    char **argv;
{
    if (argc > 1)
        return help(argv[0]);
    return argv == 0;
}

int help(name)
    char *name;
{
    return name[0] == 'h';
}
