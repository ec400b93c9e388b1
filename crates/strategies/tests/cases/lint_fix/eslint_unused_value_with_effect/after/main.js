export function add(list, price) {
  list.push(price);
  return list;
}
