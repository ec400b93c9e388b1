export function total(price) {
  price = price;
  return price;
}
