import assert from "node:assert/strict";
import { test } from "node:test";
import { both } from "./name.mjs";

test("both", async () => {
  assert.deepEqual(await both(), [1, 2]);
});
