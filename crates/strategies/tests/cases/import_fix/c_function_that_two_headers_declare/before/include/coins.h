#ifndef COINS_H
#define COINS_H

int round_to_five(int cents);

#endif
