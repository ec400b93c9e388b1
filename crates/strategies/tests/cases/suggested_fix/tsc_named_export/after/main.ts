import { square } from "./util";

export const area = square(2);
