const lib = require('./lib');

console.log(lib.a + lib.b);
