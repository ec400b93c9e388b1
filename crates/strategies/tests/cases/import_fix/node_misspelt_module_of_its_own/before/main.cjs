const fs = require('node:sf');

console.log(fs.existsSync('main.cjs'));
