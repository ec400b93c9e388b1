const Store = require("tea-store");

const store = new Store({ max: 5 });
store.set("green", 3);
console.log(store.get("green"));
