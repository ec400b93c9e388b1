interface Item { price: number; name: string }
export function sum(items: Item[]): number {
    return items.map((item) => item.price).length;
}
