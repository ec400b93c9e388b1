import { total } from "./prices.js";

console.log(total([1, 2]));
