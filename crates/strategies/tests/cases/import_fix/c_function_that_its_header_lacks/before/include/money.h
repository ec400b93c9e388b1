#ifndef MONEY_H
#define MONEY_H

long money_max(const long *cents, int count); /* 0 for none */

/* Whether there is none. */
int money_is_empty(int count);

#endif
