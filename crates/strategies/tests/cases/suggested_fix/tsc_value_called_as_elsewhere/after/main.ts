const names: string[] = ["a"];
export const n = names.length;
