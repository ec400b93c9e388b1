const { slug, limit } = require('./text');

console.log(slug('A'), limit);
