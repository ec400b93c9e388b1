var assert = require('assert');

suite('cart', function () {
  test('is empty', function () {
    assert.strictEqual([].length, 0);
  });
});
