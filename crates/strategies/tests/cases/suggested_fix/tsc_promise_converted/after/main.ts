async function load(): Promise<unknown> {
  return { name: "a" };
}
export async function user(): Promise<{ name: string }> {
  return await load() as { name: string };
}
