extern int set_size();

struct command {
    const char *name;
    int (*run)();
};

struct command commands[] = {{"size", set_size}};

static int size;

int set_size(argument)
char *argument; /* the rest of the line */
{
    size = argument ? argument[0] - '0' : size;
    return size;
}
