const { slug, limit } = require('./strings');

console.log(slug('A'), limit);
