//! Unified diffs in colour.

use std::io::{self, Write};

use anstyle::Style;

use super::style;
use super::visible_line;

/// Writes the lines of a unified diff, each after `indent`.
///
/// # Errors
/// If `out` cannot be written.
pub fn render<'a>(out: &mut dyn Write, diff: impl Iterator<Item = &'a str>, indent: &str) -> io::Result<()> {
    for line in diff {
        let style = style_of(line);
        writeln!(out, "{indent}{style}{}{style:#}", visible_line(line))?;
    }
    Ok(())
}

fn style_of(line: &str) -> Style {
    match line.as_bytes().first() {
        _ if is_header(line) => style::TITLE,
        Some(b'+') => style::ADDED,
        Some(b'-') => style::REMOVED,
        Some(b'@') => style::HUNK,
        Some(b'\\') => style::FAINT,
        _ => Style::new(),
    }
}

fn is_header(line: &str) -> bool {
    ["--- ", "+++ ", "diff ", "new file ", "deleted file ", "rename "]
        .iter()
        .any(|header| line.starts_with(header))
}
