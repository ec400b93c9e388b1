const kettle = require('kettle');

console.log(kettle(3));
