export const total = (items) => items.length;
