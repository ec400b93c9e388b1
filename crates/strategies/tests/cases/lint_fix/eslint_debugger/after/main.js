export function total(prices) {
  return prices.length;
}
