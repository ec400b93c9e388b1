const wait = () => new Promise((resolve) => setTimeout(resolve, 1));

export async function later(value) {
  await wait();
  return value;
}
console.log(later(4));
