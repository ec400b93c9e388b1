import { load } from "./lib/load.js";

console.log(await load("package.json"));
