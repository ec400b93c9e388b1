const teapots = require("teapots");

console.log(teapots.count());
