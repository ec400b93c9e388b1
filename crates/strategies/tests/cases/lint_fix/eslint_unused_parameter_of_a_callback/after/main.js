export function names(products) {
  return products.map((product) => product.name);
}
