#include <stdlib.h>

extern char *getenv();

const char *home(void) { return getenv("HOME"); }
