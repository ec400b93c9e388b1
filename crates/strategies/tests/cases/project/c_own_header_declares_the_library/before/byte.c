#include <unistd.h>
#include "read.h"

int byte(int handle, char *to) { return read(handle, to, 1); }
