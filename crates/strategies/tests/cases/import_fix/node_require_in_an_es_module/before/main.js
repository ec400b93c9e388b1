const fs = require('fs');
const { join: beside } = require('path');
const { boil } = require('./kettle.js');
const kettle = require('kettle');

console.log(fs.existsSync(beside('.', 'main.js')), boil(3), kettle.cups);
