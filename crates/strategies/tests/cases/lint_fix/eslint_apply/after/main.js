export function highest(prices) {
  return Math.max(...prices);
}
