export function names(rows) {
  return rows.map((row) => {
    row.name.trim();
  });
}
