async function load(): Promise<unknown> {
  return { name: "a" };
}
export async function user(): Promise<{ name: string }> {
  return load() as { name: string };
}
