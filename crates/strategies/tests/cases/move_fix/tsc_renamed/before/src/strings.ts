export function slug(text: string): string {
  return text.toLowerCase();
}

export const limit = 3;
