const sum = 0;
for (const item of [1, 2]) {
  sum += item;
}
console.log(sum);
