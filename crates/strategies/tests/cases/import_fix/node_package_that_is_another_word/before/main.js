const kit = require('streams-of-quux');

console.log(kit);
