#ifndef MONEY_H
#define MONEY_H

long money_max(const long *cents, int count); /* 0 for none */
long money_sum(const long *cents, int count);

/* Whether there is none. */
int money_is_empty(int count);

#endif
