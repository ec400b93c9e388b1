#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

struct day {
    int year, number;
};

struct day *day_of(const time_t *now);

#endif
