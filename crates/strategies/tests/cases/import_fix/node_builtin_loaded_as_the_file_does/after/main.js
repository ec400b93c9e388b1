var path = require('path');
var util = require('util');

console.log(util.inspect({ base: path.basename('a/b') }));
