import { heaviest, mean } from "./numbers.mjs";
console.log(heaviest([1, 2]), mean([1, 2]));
