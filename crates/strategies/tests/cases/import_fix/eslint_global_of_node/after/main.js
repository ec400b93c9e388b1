import { join } from "node:path";
import { setTimeout } from "node:timers";

export function later(work) {
  setTimeout(work, join("a", "b").length);
}
