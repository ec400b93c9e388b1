import { summarise } from "./lib/summary.mjs";

export const report = (numbers) => `mean ${summarise(numbers).mean}`;
