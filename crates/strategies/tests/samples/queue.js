import { EventEmitter } from "node:events";
import fs, { promises as files } from "node:fs";

const DEFAULTS = { limit: 4, retries: 2, name: "queue", tags: ["a", "b"] };

/** Runs tasks, a few at a time. */
export class Queue extends EventEmitter {
  #waiting = [];

  constructor(options = {}) {
    super();
    this.options = { ...DEFAULTS, ...options };
    this.running = 0;
  }

  get size() {
    return this.#waiting.length + this.running;
  }

  async add(task, priority = 0) {
    if (typeof task !== "function") {
      throw new TypeError(`not a task: ${task}`);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, priority, resolve, reject });
      this.#waiting.sort((a, b) => b.priority - a.priority);
      this.next();
    });
  }

  next() {
    while (this.running < this.options.limit && this.#waiting.length > 0) {
      const { task, resolve, reject } = this.#waiting.shift();
      this.running += 1;
      task()
        .then(resolve, reject)
        .finally(() => {
          this.running -= 1;
          this.emit("done", this.size);
        });
    }
  }
}

export function sum(...numbers) {
  let total = 0;
  for (const number of numbers) {
    if (number % 2 === 0) {
      total += number;
    } else if (number < 0) {
      continue;
    } else {
      total -= number / 2;
    }
  }
  return total;
}

const load = async (path) => JSON.parse(await files.readFile(path, "utf8"));
const isWord = (text) => /^[a-z]+$/i.test(text) && text.length > 1;

switch (process.argv[2]) {
  case "load":
    load(process.argv[3]).then((value) => console.log(value));
    break;
  case "sum":
    console.log(sum(1, 2, 3), isWord("x"));
    break;
  default:
    try {
      fs.accessSync("config.json");
    } catch (error) {
      console.error("no config:", error.message);
    }
}
