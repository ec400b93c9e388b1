export function call(work, values) {
  return work(...values);
}
