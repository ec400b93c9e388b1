const names = [];
names.push('a');
console.log(names);
