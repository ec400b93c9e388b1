interface Named {
  name: string;
}
interface Item extends Named {
  price: number;
}
export const cart: Item[] = [{ nmae: "tea", price: 3 }];
