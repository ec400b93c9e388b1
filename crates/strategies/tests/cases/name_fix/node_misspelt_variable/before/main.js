const prices = [3, 4];
const note = `of ${prices.length} // no comment`;
let sum = 0;
for (const price of prics) {
    sum += price;
}
console.log(sum, note);
