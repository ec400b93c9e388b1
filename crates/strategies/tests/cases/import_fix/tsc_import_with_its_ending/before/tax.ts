import { money } from "./money.ts";
export const tax = money("3");
