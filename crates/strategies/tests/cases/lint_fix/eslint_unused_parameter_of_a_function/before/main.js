export function name(product, index) {
  return product.name;
}
