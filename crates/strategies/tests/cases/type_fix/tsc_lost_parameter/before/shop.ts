export function total(items: number[]): number {
  return items.reduce((sum, item) => sum + item * rate, 0);
}
