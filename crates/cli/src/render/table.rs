//! Columns of text.

use std::io::{self, Write};

use super::{style, visible_line};

/// Writes rows below their heads, each column as wide as its widest cell, except the last.
///
/// # Errors
/// If `out` cannot be written.
pub(crate) fn render<const N: usize>(
    out: &mut dyn Write,
    heads: [&str; N],
    rows: &[[String; N]],
) -> io::Result<()> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heads[column].len()]).max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let title = style::TITLE;
    writeln!(
        out,
        "{title}{}{title:#}",
        line(&heads.map(str::to_owned), &widths)
    )?;
    rows.iter()
        .try_for_each(|row| writeln!(out, "{}", visible_line(&line(row, &widths))))
}

fn line<const N: usize>(cells: &[String; N], widths: &[usize; N]) -> String {
    // A format's width may not be above 65,535.
    let pad = |cell: &str, width: usize| " ".repeat(width.saturating_sub(cell.chars().count()));
    let padded = cells
        .iter()
        .zip(widths)
        .map(|(cell, &width)| cell.clone() + &pad(cell, width));
    padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}
