export function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

export function heaviest(numbers) {
  return Math.max(...numbers);
}
