import { total } from "./shop";

export const sum = total([{ price: 3 }]);
