const prices = [3, 4];
const note = `of ${prices.length} // no comment`;
let sum = 0;
for (const price of prices) {
    sum += price;
}
console.log(sum, note);
