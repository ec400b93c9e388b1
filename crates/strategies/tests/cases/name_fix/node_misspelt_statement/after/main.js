function total(cups) {
  let sum = 0;
  for (const cup of cups) {
    if (cup < 0) {
      continue;
    }
    sum += cup;
  }
  return sum;
}

console.log(total([1, -2, 3]));
