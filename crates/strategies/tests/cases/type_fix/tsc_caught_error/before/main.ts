export function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    console.log(error.message);
    return null;
  }
}
