#ifndef MONEY_H
#define MONEY_H

int round_to_five(int cents);

#endif
