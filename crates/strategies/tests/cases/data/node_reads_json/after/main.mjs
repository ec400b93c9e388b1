import { readFile } from "node:fs/promises";

const text = await readFile("app.json", "utf8");
const settings = JSON.parse(text);
console.log(settings.port);
