const { total, average } = require('./lib/sum');

console.log(total([1, 2]), average([1, 2]));
