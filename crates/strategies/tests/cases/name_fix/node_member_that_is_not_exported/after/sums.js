"use strict";

function add(a, b) {
  return a + b;
}

function twice(a) {
  return add(a, a);
}

module.exports = { add, twice };
