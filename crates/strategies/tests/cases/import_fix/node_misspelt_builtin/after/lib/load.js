import { readFile } from "node:fs/promises";

export async function load(file) {
  return JSON.parse(await readFile(file, "utf8"));
}
