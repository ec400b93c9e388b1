const { slug } = require('./text');

console.log(slug('Two Words'));
