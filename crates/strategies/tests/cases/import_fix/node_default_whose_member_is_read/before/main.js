const kettle = require('kettle');

console.log(kettle.green.pour(3));
