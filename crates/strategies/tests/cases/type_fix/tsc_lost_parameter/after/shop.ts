export function total(items: number[], rate: number): number {
  return items.reduce((sum, item) => sum + item * rate, 0);
}
