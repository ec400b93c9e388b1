export function names(products) {
  return products.map((product, index) => product.name);
}
