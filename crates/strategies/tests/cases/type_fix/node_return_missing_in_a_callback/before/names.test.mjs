import assert from "node:assert/strict";
import { test } from "node:test";
import { names } from "./names.mjs";

test("names", () => {
  assert.deepEqual(names([{ name: " a" }]), ["a"]);
});
