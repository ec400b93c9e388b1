const names = ['a', 'b'];
console.log(names.length);
