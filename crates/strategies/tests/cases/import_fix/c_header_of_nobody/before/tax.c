#include "gl/glew.h"

int f(void);
