import { find, load } from "./shop.mjs";

async function main() {
  const products = load("tea");
  return find(products, "tea").id;
}
console.log(await main());
