#include <stdlib.h>

struct list { int count; int *items; };

void order(struct list *list, int (*compare)());

void order(struct list *list, int (*compare)())
{
    qsort(list->items, list->count, sizeof *list->items, compare);
}
