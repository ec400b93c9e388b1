export function square(n: number) { return n * n; }
