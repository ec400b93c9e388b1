import { total } from "./prices";

console.log(total([1, 2]));
