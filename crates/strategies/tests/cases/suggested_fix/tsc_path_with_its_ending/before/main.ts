import { square } from "./util.ts";

export const area = square(2);
