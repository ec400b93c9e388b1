class Basket {
    grandSum(): any {
        throw new Error("Method not implemented.");
    }
    private readonly prices: number[] = [];

    add(price: number): void {
        this.prices.push(price);
    }
}

const basket = new Basket();
basket.add(3);
console.log(basket.grandSum());
