const { steep } = require("steep");

console.log(steep(["green"], leaf => leaf.length));
