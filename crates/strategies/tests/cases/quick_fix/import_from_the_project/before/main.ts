export const sum = total([{ price: 3 }]);
