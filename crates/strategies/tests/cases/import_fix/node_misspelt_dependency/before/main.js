const teapots = require("teapost");

console.log(teapots.count());
