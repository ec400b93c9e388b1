const assert = require("node:assert");
const sums = require("./sums");

assert.equal(sums.add(1, 2), 3);
assert.equal(sums.twice(2), 4);
