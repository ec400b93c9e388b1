export function later(work) {
  setTimeout(work, 3);
}
