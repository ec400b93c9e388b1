type Currency =
  | "euro"
  | "dollar";
function show(amount: number, currency: Currency): string {
  return `${amount} ${currency}`;
}
console.log(show(3, "dollar"));
