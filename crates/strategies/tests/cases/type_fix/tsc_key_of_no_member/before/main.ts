interface Item {
  price: number;
}
export const item: Item = { price: 3, colour: "red" };
