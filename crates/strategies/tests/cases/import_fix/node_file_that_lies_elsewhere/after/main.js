const { slug } = require('./lib/text');

console.log(slug('Two Words'));
