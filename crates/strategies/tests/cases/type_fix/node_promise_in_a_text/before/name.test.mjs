import assert from "node:assert/strict";
import { test } from "node:test";
import { greet } from "./name.mjs";

test("greet", async () => {
  assert.equal(await greet(1), "hello n1");
});
