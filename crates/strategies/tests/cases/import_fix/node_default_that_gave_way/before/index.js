const steep = require("steep").default;

console.log(steep(["green"], leaf => leaf.length));
