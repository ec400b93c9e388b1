export function size(items: string[]): number {
  return items.length;
}

export const twice: number = size(["a"]) * 2;
