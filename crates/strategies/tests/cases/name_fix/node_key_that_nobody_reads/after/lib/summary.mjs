export function summarise(numbers) {
  const sum = numbers.reduce((left, right) => left + right, 0);
  return { sum, mean: sum / numbers.length };
}
