#include "clock.h"

#include <time.h>

static struct day day;

struct day *day_of(const time_t *now)
{
    struct tm *local = localtime(now);

    day.year = local->tm_year + 1900;
    day.number = local->tm_yday;
    return &day;
}
