export function size(items: string[]): string {
  return items.length;
}

export const twice: number = size(["a"]) * 2;
