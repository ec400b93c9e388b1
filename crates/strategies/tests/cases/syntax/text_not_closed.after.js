const name = "Ann";
console.log(name);
