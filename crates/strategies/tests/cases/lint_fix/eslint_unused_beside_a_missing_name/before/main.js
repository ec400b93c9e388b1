export function total(prices) {
  const amuont = 3;
  return prices.length * amount;
}
