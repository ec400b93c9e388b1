export default function (name) {
  return `Hello, ${name}`;
}
