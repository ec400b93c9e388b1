const kit = require('quuxly-kit');

console.log(kit);
