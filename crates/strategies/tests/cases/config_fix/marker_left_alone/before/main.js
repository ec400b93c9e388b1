function add(a, b) {
  const sum = a + b;
=======
  return sum;
}

console.log(add(1, 2));
