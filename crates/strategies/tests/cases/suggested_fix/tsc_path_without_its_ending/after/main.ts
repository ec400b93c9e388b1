import { square } from "./util.js";

export const area = square(2);
