export function parseMoney(text: string): number {
  return Number(text);
}
export function formatMoney(amount: number): string {
  return `${amount} EUR`;
}
export const example = formatMoney(3);
