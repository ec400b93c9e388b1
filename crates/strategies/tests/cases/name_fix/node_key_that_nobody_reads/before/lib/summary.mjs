export function summarise(numbers) {
  const sum = numbers.reduce((left, right) => left + right, 0);
  return { sum, maen: sum / numbers.length };
}
