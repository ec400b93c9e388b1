const kettle = require('kettle');

kettle(3, (error, cups) => console.log(cups));
