//! Lines and columns, as tools write them after the name of a file.

use unbreak_core::Location;

use crate::text;

/// A range of a file. Lines and columns are 1-based, the end column is the first one after. A
/// column of 0, which tools print for "the whole line", counts as missing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) line: u32,
    pub(crate) column: Option<u32>,
    pub(crate) end: Option<(u32, Option<u32>)>,
}

impl Span {
    fn line(line: u32) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    fn at(line: u32, column: u32) -> Self {
        Self {
            column: (column > 0).then_some(column),
            ..Self::line(line)
        }
    }

    /// The range to this line and column, inclusive.
    fn to(self, line: u32, last_column: u32) -> Self {
        Self {
            end: Some((line, Some(last_column.saturating_add(1)))),
            ..self
        }
    }

    fn to_line(self, line: u32) -> Self {
        Self {
            end: Some((line, None)),
            ..self
        }
    }

    /// The location in this file.
    pub(crate) fn in_file(&self, file: &str) -> Location {
        let mut location = Location::line(file, self.line);
        location.column = self.column;
        // An end before the beginning means that the tool did not know it.
        if let Some((line, column)) = self.end.filter(|(line, _)| *line >= self.line) {
            location.end_line = Some(line);
            location.end_column = column;
        }
        location
    }
}

/// Parses the range directly after a file name. The returned rest begins with the separator.
pub(crate) fn parse(text: &str) -> Option<(Span, &str)> {
    match text.as_bytes().first()? {
        b':' => colon(&text[1..])
            .or_else(|| spaced(&text[1..]))
            .or_else(|| words(&text[1..])),
        b'(' => parenthesis(text),
        b' ' if text.starts_with(" (") => parenthesis(&text[1..]),
        b' ' if text.starts_with(" [") => bracket(&text[1..]),
        // The form of editors' command lines; clang's `-fdiagnostics-format=vi`.
        b' ' if text.starts_with(" +") => colon(&text[2..]),
        b' ' => words(text),
        b'[' => bracket(text),
        b',' => words(&text[1..]),
        b'|' => quickfix(&text[1..]),
        _ => None,
    }
    .filter(|(span, _)| span.line > 0)
}

/// After a colon: `3`, `3:5`, `3.5`, `3,5`, `3:5-9`, `3:5-4:9`, `3.5-4.9`, `3-4`, `3:5:4:9`, `[3,5]`,
/// `(3,5)-(4,9)`.
fn colon(text: &str) -> Option<(Span, &str)> {
    match text.as_bytes().first()? {
        b'[' => return bracket(text),
        b'(' => return between_parentheses(text),
        _ => {}
    }
    let (line, rest) = number(text)?;
    let (span, rest) = match column(rest) {
        Some((column, rest)) => ranged(Span::at(line, column), rest),
        None => lines(line, rest),
    };
    ends(rest).then_some((span, rest))
}

/// ` 3:` after a colon, as GnuCOBOL and SGI's compilers write it.
fn spaced(text: &str) -> Option<(Span, &str)> {
    let (line, rest) = number(text.strip_prefix(' ')?)?;
    rest.starts_with(": ").then_some((Span::line(line), rest))
}

/// `:5`, `.5`, `,5` after a line; not `. 5`, and not the digits of a word.
fn column(text: &str) -> Option<(u32, &str)> {
    let rest = text.strip_prefix([':', '.', ','])?;
    let (column, rest) = number(rest)?;
    (!rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')).then_some((column, rest))
}

/// The end of a range, after its beginning.
fn ranged(span: Span, rest: &str) -> (Span, &str) {
    let line = span.line;
    if let Some((first, after)) = rest.strip_prefix('-').and_then(number) {
        return match column(after) {
            Some((last, after)) => (span.to(first, last), after),
            None => (span.to(line, first), after),
        };
    }
    let second = rest.strip_prefix(':').and_then(number);
    let second = second.and_then(|(end, after)| Some((end, column(after)?)));
    match second {
        Some((end, (last, after))) if end >= line && after.starts_with(':') => (span.to(end, last), after),
        _ => (span, rest),
    }
}

/// `3`, `3-4` or `3-4.9`.
fn lines(line: u32, rest: &str) -> (Span, &str) {
    match rest.strip_prefix('-').and_then(number) {
        Some((last, after)) => match column(after) {
            Some((column, after)) => (Span::line(line).to(last, column), after),
            None => (Span::line(line).to_line(last), after),
        },
        None => (Span::line(line), rest),
    }
}

/// `(3,5)-(4,9)`, as GHC writes a range of several lines.
fn between_parentheses(text: &str) -> Option<(Span, &str)> {
    let (first, rest) = pair(text.strip_prefix('(')?)?;
    let rest = rest.strip_prefix(")-(")?;
    let (last, rest) = pair(rest)?;
    let rest = rest.strip_prefix(')')?;
    Some((Span::at(first.0, first.1).to(last.0, last.1), rest))
}

/// `3,5`.
fn pair(text: &str) -> Option<((u32, u32), &str)> {
    let (line, rest) = number(text)?;
    let (column, rest) = number(rest.strip_prefix(',')?.trim_start())?;
    Some(((line, column), rest))
}

/// `(3)`, `(3,5)`, `(3:5)`, `(3-4)`, `(3,5-9)`, `(3-4,5-9)`, `(3,5,4,9)`, `(line 3)`, `(line 3, column 5)`.
fn parenthesis(text: &str) -> Option<(Span, &str)> {
    let inside = text.strip_prefix('(')?;
    let (span, rest) = match usual(inside) {
        Some(found) => found,
        None => {
            let (inner, rest) = text::split_at_byte(inside, b')')?;
            let span = match words(inner) {
                Some((span, "")) => span,
                _ => microsoft(inner)?,
            };
            (span, rest)
        }
    };
    let ends = rest.is_empty() || rest.starts_with([':', ' ', '-', ',', '.']);
    ends.then_some((span, rest))
}

/// `3)`, `3,5)`: most places within parentheses.
fn usual(text: &str) -> Option<(Span, &str)> {
    let (line, rest) = number(text)?;
    if let Some(rest) = rest.strip_prefix(')') {
        return Some((Span::line(line), rest));
    }
    let (column, rest) = number(rest.strip_prefix(',')?)?;
    Some((Span::at(line, column), rest.strip_prefix(')')?))
}

/// The places within parentheses that MSBuild accepts (its `CanonicalError` class).
fn microsoft(inner: &str) -> Option<Span> {
    const MOST: usize = 4;
    let mut numbers = [(0, None); MOST];
    let mut count = 0;
    for part in inner.split([',', ':']) {
        *numbers.get_mut(count)? = range(part.trim())?;
        count += 1;
    }
    match numbers[..count] {
        [(line, None)] => Some(Span::line(line)),
        [(line, Some(last))] => Some(Span::line(line).to_line(last)),
        [(line, None), (column, None)] => Some(Span::at(line, column)),
        [(line, last_line), (column, last)] => {
            let end_line = last_line.unwrap_or(line);
            Some(Span::at(line, column).to(end_line, last.unwrap_or(column)))
        }
        // F# and XAML count the end column as MSBuild documents it: first one after.
        [(line, None), (column, None), (last_line, None), (last, None)] => {
            Some(Span::at(line, column).to(last_line, last.saturating_sub(1)))
        }
        _ => None,
    }
}

/// `3` or `3-4`.
fn range(text: &str) -> Option<(u32, Option<u32>)> {
    let (first, rest) = number(text)?;
    if rest.is_empty() {
        return Some((first, None));
    }
    match number(rest.strip_prefix('-')?)? {
        (last, "") => Some((first, Some(last))),
        _ => None,
    }
}

/// `[3,5]`, `[3, 5]`, `[3:5]`; `[3]` is more often an index than a place.
fn bracket(text: &str) -> Option<(Span, &str)> {
    let (inner, rest) = text::split_at_byte(text.strip_prefix('[')?, b']')?;
    let (line, column) = inner.split_once([',', ':'])?;
    let span = Span::at(whole(line)?, whole(column)?);
    (rest.is_empty() || rest.starts_with([':', ' '])).then_some((span, rest))
}

/// `line 3`, `line 3, column 5`, `Line: 3, Col: 5`, `line 3 col 5`, `line 3, characters 4-9`.
pub(crate) fn words(text: &str) -> Option<(Span, &str)> {
    let text = text.trim_start();
    // The first letter rules out most texts.
    if !text.starts_with(['l', 'L', 'o', 'O', 'a', 'A', 'n', 'N']) {
        return None;
    }
    let text = strip_word(text, &["on", "at", "near"]).unwrap_or(text);
    let rest = strip_word(text, &["lines", "line"])?;
    let (line, rest) = number(rest)?;
    let (span, rest) = match column_words(rest) {
        Some((column, last, rest)) => {
            let span = Span::at(line, column);
            (last.map_or(span, |last| span.to(line, last)), rest)
        }
        None => lines(line, rest),
    };
    ends(rest).then_some((span, rest))
}

/// `, column 5`, ` col 5`, `, characters 4-9` (OCaml counts those from 0, the end excluded), and DEC Ada's `(5)`.
fn column_words(text: &str) -> Option<(u32, Option<u32>, &str)> {
    if let Some((column, rest)) = text.strip_prefix('(').and_then(number) {
        return Some((column, None, rest.strip_prefix("):")?));
    }
    let rest = text.trim_start_matches([',', ';', ':', ' ']);
    let rest = strip_word(rest, &["at", "and"]).unwrap_or(rest);
    if let Some(rest) = strip_word(rest, &["characters"]) {
        let (first, rest) = number(rest)?;
        let (last, rest) = number(rest.strip_prefix('-')?)?;
        return Some((first + 1, Some(last), rest));
    }
    let rest = strip_word(
        rest,
        &["columns", "column", "col", "character", "char", "position", "pos"],
    )?;
    let (first, rest) = number(rest)?;
    match rest.strip_prefix('-').and_then(number) {
        Some((last, rest)) => Some((first, Some(last), rest)),
        None => Some((first, None, rest)),
    }
}

/// The text after one of these words, in any case, and the colon, dot and blanks that follow it.
fn strip_word<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().find_map(|word| {
        let (head, rest) = text.split_at_checked(word.len())?;
        if !head.eq_ignore_ascii_case(word) || !rest.starts_with([' ', ':', '.', '=']) {
            return None;
        }
        Some(rest.trim_start_matches([':', '.', '=', '#', ' ']))
    })
}

/// `3 col 5|`, `3|`: Vim's own list of errors.
fn quickfix(text: &str) -> Option<(Span, &str)> {
    let (inner, rest) = text.split_once('|')?;
    let span = match inner.split_once(" col ") {
        Some((line, column)) => Span::at(whole(line)?, whole(column)?),
        None => Span::line(whole(inner)?),
    };
    Some((span, rest))
}

/// Returns whether a place can end before this text.
fn ends(rest: &str) -> bool {
    let version = rest
        .strip_prefix('.')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    !version && !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '\\' | '%' | '+'))
}

fn whole(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

/// A number of at most seven digits, with the text after it: no file has ten million lines, but
/// times and ids look like this.
fn number(text: &str) -> Option<(u32, &str)> {
    const MOST_DIGITS: usize = 7;
    let digits = text.bytes().take_while(u8::is_ascii_digit).take(MOST_DIGITS + 1);
    let (length, number) = digits.fold((0, 0), |(length, number), digit| {
        (length + 1, 10 * number + u32::from(digit - b'0'))
    });
    (1..=MOST_DIGITS)
        .contains(&length)
        .then(|| (number, &text[length..]))
}
