const kettle = require('kettle');

console.log(kettle.sizes().length);
console.log(kettle(2));
