const names = [];
names.append('a');
console.log(names);
