import { money } from "./money.ts";
console.log(money("4"));
