var path = require('path');

console.log(util.inspect({ base: path.basename('a/b') }));
