import assert from "node:assert/strict";
import { test } from "node:test";
import { area } from "./area.mjs";

test("area", () => {
  assert.equal(area({ width: 2, depth: 3 }), 6);
});
