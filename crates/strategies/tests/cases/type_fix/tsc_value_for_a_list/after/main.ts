function join(words: string[]): string {
  return words.join(" ");
}
export const text = join(["a"]);
