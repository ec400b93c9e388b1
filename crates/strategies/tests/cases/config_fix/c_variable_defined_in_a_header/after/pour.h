#ifndef POUR_H
#define POUR_H

/* The cups that were poured. */
extern int cups;

void pour(void);

#endif
