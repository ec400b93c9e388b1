interface Product { id: string }
declare function load(): Product[];
function find(products: Product[], id: string): Product | undefined {
  return products.find((product) => product.id === id);
}
const products = load();
console.log(find(products, "tea"));
