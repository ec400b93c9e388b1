import { triple, double } from "./util";
export const both = triple(2) + double(2);
