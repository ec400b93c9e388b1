const read = async (id) => ({ name: `n${id}` });

export async function greet(id) {
  return `hello ${read(id).name}`;
}
