const total = 3;
const twice = total + totl;
console.log(twice);
