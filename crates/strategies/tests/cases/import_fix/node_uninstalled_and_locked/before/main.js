const kit = require('quuxly');

console.log(kit);
