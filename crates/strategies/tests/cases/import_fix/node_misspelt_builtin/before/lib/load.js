import { readFile } from "node:fs/promise";

export async function load(file) {
  return JSON.parse(await readFile(file, "utf8"));
}
