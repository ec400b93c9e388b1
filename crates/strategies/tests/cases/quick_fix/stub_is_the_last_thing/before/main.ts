function priceWithTax(net: number): number {
    return net * 1.2;
}

export const total: number = taxedAmount(100);
console.log(priceWithTax(total));
