const read = async (id) => id;

export async function both() {
  const first = read(1);
  const second = read(2);
  return [await first, await second, 3];
}
