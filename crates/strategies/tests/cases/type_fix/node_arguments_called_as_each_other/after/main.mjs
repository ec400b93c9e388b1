function find(products, id) {
  return products.find((product) => product.id === id);
}

const products = [{ id: "tea" }];

function main() {
  return find(products, "tea");
}
console.log(main());
