//! Lines of marks under a quoted line of source: `    ^~~~`, `   |   ^^^^`.

/// The position of the marks in the line of source above them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The column of the first one: 1-based, in characters.
    pub(crate) first: u32,
    /// The column of the caret, or of the first mark without one.
    pub(crate) caret: u32,
    /// The first column after the run of marks that the caret belongs to.
    pub(crate) end: u32,
}

/// The text of a quoted line after its line number and bar (`  12 | x`, `   | x`), and whether there
/// was a bar.
pub(crate) fn after_gutter(line: &str) -> (&str, bool) {
    if !may_begin(line, b"0123456789>|") {
        return (line, false);
    }
    let trimmed = line.trim_start();
    let trimmed = trimmed.strip_prefix('>').map_or(trimmed, str::trim_start);
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    let after = trimmed[digits..].trim_start_matches(' ');
    match after.strip_prefix('|').or_else(|| after.strip_prefix('│')) {
        Some(source) => (source.strip_prefix(' ').unwrap_or(source), true),
        None => (line, false),
    }
}

/// Returns whether the line begins with one of these bytes, a blank, or a character that is not ASCII. Most
/// lines are tested several times, and begin with a letter.
fn may_begin(line: &str, with: &[u8]) -> bool {
    let first = line.as_bytes().first();
    first.is_none_or(|byte| !byte.is_ascii_graphic() || with.contains(byte))
}

/// Returns whether the line belongs to a quotation with line numbers.
pub(crate) fn is_gutter(line: &str) -> bool {
    after_gutter(line).1
}

/// The number of characters before the source in a quoted line with a line number: 3 in `12|x`.
pub(crate) fn gutter(line: &str) -> u32 {
    let (source, _) = after_gutter(line);
    let before = &line[..line.len() - source.len()];
    let numbered = before.bytes().any(|byte| byte.is_ascii_digit());
    let width = if numbered { before.chars().count() } else { 0 };
    u32::try_from(width).unwrap_or_default()
}

impl Marks {
    /// The same marks, counted from behind a gutter that only the line above them has.
    pub(crate) fn behind(self, gutter: u32) -> Self {
        if self.first <= gutter {
            return self;
        }
        Self {
            first: self.first - gutter,
            caret: self.caret - gutter,
            end: self.end - gutter,
        }
    }
}

/// Reads a line that consists of marks, after its gutter.
pub(crate) fn read(line: &str) -> Option<Marks> {
    if !may_begin(line, b"0123456789>|^~-*") {
        return None;
    }
    let (text, _) = after_gutter(line);
    let marked = text.trim_end();
    let only = !marked.is_empty()
        && marked
            .chars()
            .all(|c| matches!(c, '^' | '~' | '-' | '|' | '*') || c.is_whitespace());
    if !only || !marked.contains(['^', '~']) {
        return None;
    }
    let column = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
    let first = marked.chars().position(|c| !c.is_whitespace())?;
    let caret = marked.chars().position(|c| c == '^').unwrap_or(first);
    let run = marked
        .chars()
        .skip(caret)
        .take_while(|c| !c.is_whitespace())
        .count();
    Some(Marks {
        first: column(first),
        caret: column(caret),
        end: column(caret + run),
    })
}
