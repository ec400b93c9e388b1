const rows = [{ price: { amount: 3 } }, { price: { amount: 4 } }];

export function total(rows) {
  return rows.reduce((sum, row) => sum + row.price.amount, 0);
}
console.log(total(rows), rows[0].price);
