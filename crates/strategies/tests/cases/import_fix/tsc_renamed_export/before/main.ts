import { example, formatMoney, parseMoney } from "./money";
console.log(formatMoney(parseMoney(example)));
