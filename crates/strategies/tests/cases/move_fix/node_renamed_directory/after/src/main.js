const lib = require('./core');

console.log(lib.a + lib.b);
