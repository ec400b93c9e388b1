export function call(work, values) {
  return work.apply(undefined, values);
}
