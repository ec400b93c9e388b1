class Basket {
    constructor(prices) {
        this.prices = prices;
    }

    total() {
        return this.prices.reduce((sum, one) => sum + one, 0);
    }
}

console.log(new Basket([1, 2]).total());
