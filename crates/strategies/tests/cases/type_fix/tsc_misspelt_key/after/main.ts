interface Named {
  name: string;
}
interface Item extends Named {
  price: number;
}
export const cart: Item[] = [{ name: "tea", price: 3 }];
