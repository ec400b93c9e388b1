#include <stdio.h>

typedef struct {
    int cups;
} Order;

int total(const Order *order, int price);

/* Prints an order. */
static void show(Order order) {
    printf("%d\n", total(&order, 2));
}

int main(void) {
    show((Order){3});
    return 0;
}

int total(const Order *order, int price) {
    return order->cups * price;
}
