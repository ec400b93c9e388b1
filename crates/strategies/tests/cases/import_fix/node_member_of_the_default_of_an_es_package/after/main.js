const kettle = require('kettle').default;

console.log(kettle.boil(3));
