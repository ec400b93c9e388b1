#include <stdlib.h>

struct list { int count; int *items; };

void order(struct list *list, int (*compare)(const void *, const void *));

void order(struct list *list, int (*compare)(const void *, const void *))
{
    qsort(list->items, list->count, sizeof *list->items, compare);
}
