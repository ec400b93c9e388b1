int total(const int *items, int count);
