function find(products, id) {
  return products.find((product) => product.id === id);
}

const products = [{ id: "tea" }];

function main() {
  return find("tea", products);
}
console.log(main());
