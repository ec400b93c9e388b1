function found(products, id) {
  return products.find((product) => product.id === id);
}

console.log(found({ id: "tea" }, "tea"));
