export async function load(path) {
  return [{ id: path }];
}

export function find(products, id) {
  return products.find((product) => product.id === id);
}
