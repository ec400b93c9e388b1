struct item { int price; };
int with_tax(int amount);
