export function highest(prices) {
  return Math.max.apply(Math, prices);
}
