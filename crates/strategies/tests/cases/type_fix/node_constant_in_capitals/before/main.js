const LIMIT = 3;
let count = 0;
for (const item of [1, 2]) {
  LIMIT += item;
}
console.log(count, LIMIT);
