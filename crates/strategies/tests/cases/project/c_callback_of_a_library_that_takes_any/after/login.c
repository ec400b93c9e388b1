typedef int (*any_function)(void);
struct callback { int kind; any_function call; };

static int name(void *context, const char **result) { return context != 0 && *result != 0; }
static int note(void *context, int level) { return context != 0 && level > 0; }

struct callback all[] = { { 1, (int (*)(void)) &name }, { 2, &note } };
