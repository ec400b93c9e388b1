import assert from "node:assert/strict";
import { test } from "node:test";
import { Cart } from "./cart.mjs";

test("cart", () => {
  assert.equal(new Cart().add(2).total, 2);
});
