import assert from "node:assert/strict";
import { test } from "node:test";
import { report } from "./report.mjs";

test("report", () => {
  assert.equal(report([1, 3]), "mean 2");
});
