export function money(text: string): number {
  return Number(text);
}
