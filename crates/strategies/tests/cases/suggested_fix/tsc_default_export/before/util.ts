export function double(n: number): number {
  return 2 * n;
}
export default function triple(n: number): number {
  return 3 * n;
}
