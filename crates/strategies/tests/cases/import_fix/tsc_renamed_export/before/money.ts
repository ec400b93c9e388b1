export function parseMoney(text: string): number {
  return Number(text);
}
export function showMoney(amount: number): string {
  return `${amount} EUR`;
}
export const example = showMoney(3);
