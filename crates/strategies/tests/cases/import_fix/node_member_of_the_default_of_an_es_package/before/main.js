const kettle = require('kettle');

console.log(kettle.boil(3));
