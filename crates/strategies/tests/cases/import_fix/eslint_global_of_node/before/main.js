import { join } from "node:path";

export function later(work) {
  setTimeout(work, join("a", "b").length);
}
