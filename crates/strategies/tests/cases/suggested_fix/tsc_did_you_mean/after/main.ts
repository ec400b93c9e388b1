const total = 3;
const twice = total + total;
console.log(twice);
