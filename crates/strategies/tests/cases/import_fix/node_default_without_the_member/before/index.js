const blend = require("blend");

console.log(blend.box.open().length + blend.leaf());
