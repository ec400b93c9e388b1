const kettle = require('kettle').default;

console.log(kettle(3));
