import assert from "node:assert";

assert.equal(1 + 2, 3);
