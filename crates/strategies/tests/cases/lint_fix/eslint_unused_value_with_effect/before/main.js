export function add(list, price) {
  const length = list.push(price);
  return list;
}
