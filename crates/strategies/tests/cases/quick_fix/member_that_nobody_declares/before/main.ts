class Basket {
    private readonly prices: number[] = [];

    add(price: number): void {
        this.prices.push(price);
    }
}

const basket = new Basket();
basket.add(3);
console.log(basket.grandSum());
