const kettle = require('kettle').default;

console.log(kettle.green.pour(3));
