function parse(text: string): number[] {
  return JSON.parse(text) as number[];
}
export function load(path: string): number[] {
  const text = path.trim();
  return parse(text);
}
