const chalk = require('chalk');

console.log(chalk);
