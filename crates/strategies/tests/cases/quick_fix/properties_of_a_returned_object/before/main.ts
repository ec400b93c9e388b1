interface Product {
  id: string;
  name: string;
  count: number;
}

export function make(): Product {
  return { name: "n" };
}
