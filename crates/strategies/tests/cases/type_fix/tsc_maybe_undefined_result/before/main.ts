const prices = new Map<string, number[]>();
console.log(prices.get("tea")[0]);
