int count_all(int n);
__attribute__((deprecated("use count_all instead"))) int count(int n);

int count_all(int n) { return n; }

int main(void) { return count(0); }
