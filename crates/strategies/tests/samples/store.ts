import type { Reader } from "./reader";
import { readFile } from "node:fs/promises";

export interface Item<T = unknown> {
  readonly id: string;
  value?: T;
  tags: string[];
  onChange(before: T | undefined, after: T): void;
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: Error };

enum Level {
  Low = 1,
  High = 10,
}

export abstract class Store<T extends object> implements Reader {
  private items = new Map<string, Item<T>>();
  protected abstract readonly name: string;

  constructor(private readonly level: Level = Level.Low, items: Item<T>[] = []) {
    for (const item of items) {
      this.items.set(item.id, item);
    }
  }

  get(id: string): Result<T> {
    const found = this.items.get(id);
    if (found?.value === undefined) {
      return { ok: false, error: new Error(`no ${id} in ${this.name}`) };
    }
    return { ok: true, value: found.value as T };
  }

  async load(path: string): Promise<number> {
    const text = await readFile(path, "utf8");
    const lines: string[] = text.split("\n").filter((line) => line.length > 0);
    try {
      return lines.reduce((sum, line) => sum + Number(line), 0);
    } catch (error: unknown) {
      console.error(error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      this.items.clear();
    }
  }
}

export function group<K extends string, V>(values: V[], key: (value: V) => K): Record<K, V[]> {
  const groups = {} as Record<K, V[]>;
  values.forEach((value, index) => {
    const name = key(value);
    if (!(name in groups)) groups[name] = [];
    groups[name].push(value);
  });
  return groups;
}

declare function assert(condition: boolean, message?: string): asserts condition;
export const pair = <A, B>(a: A, b: B): [A, B] => [a, b];
export default pair;
