#include <stdlib.h>


const char *home(void) { return getenv("HOME"); }
