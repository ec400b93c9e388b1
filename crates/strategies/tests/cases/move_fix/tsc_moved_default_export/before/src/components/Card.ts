export default function Card(n: number): string {
  return `${n}`;
}
