export function names(rows) {
  return rows.map((row) => {
    return row.name.trim();
  });
}
