function price(net: number, rate: number): number {
    return net * (1 + rate);
}

export function show(rate: number): void {
    console.log(price(100));
}
