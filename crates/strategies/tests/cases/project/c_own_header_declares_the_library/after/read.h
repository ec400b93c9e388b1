#ifndef READ_H
#define READ_H

#include <unistd.h>

#endif
