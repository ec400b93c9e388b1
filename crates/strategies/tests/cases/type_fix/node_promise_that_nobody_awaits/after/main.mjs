import { find, load } from "./shop.mjs";

async function main() {
  const products = await load("tea");
  return find(products, "tea").id;
}
console.log(await main());
