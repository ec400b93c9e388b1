export const n = [1, 2, 3].size;
