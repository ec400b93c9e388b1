//! Retries parts that only become removable after others, in texts of a language without a known
//! grammar: statements that nothing uses any more, and lines that only enclose.

use std::ops::Range;

use super::change::{Change, Splice};
use super::search::{Search, Stop};
use super::sweep::{Cuts, Sweep};
use super::text::{characters, each, lines, runs, tokens};

/// In texts with more lines than this, not every pair of neighbours is tried.
const MANY: usize = 64;

/// Until none of it can.
pub(super) async fn reduce(search: &mut Search<'_>) -> Result<(), Stop> {
    let mut before = usize::MAX;
    while search.current().len() < before {
        before = search.current().len();
        for changes in [statements, joints, outdents] {
            let deck = Cuts {
                changes: changes(search.current()),
                strict: false,
            };
            Sweep::new(search, &deck).each().await?;
        }
        if search.current().len() < before {
            each(search, characters).await?;
        }
    }
    Ok(())
}

/// Statements that end with a semicolon, the last first: definitions precede their uses.
fn statements(text: &[u8]) -> Vec<Change> {
    let all = runs(text, |before, _| before == b';');
    match all.len() {
        0 | 1 => Vec::new(),
        _ => all.into_iter().rev().map(Change::delete).collect(),
    }
}

/// The first line within another takes the place of that one, or of the end of it.
fn joints(text: &[u8]) -> Vec<Change> {
    let ends = |(outer, inner): (Range<usize>, Range<usize>)| {
        let tokens = tokens(&text[outer.clone()]).into_iter();
        let words = tokens.filter(|token| !text[outer.start + token.start].is_ascii_whitespace());
        let starts: Vec<usize> = words.map(|token| outer.start + token.start).collect();
        starts
            .into_iter()
            .map(move |start| Change::delete(start..inner.start))
    };
    enclosing(text).into_iter().flat_map(ends).collect()
}

/// Lines within another begin where that one does, or one column after it.
fn outdents(text: &[u8]) -> Vec<Change> {
    let rows = rows(text);
    let mut changes = Vec::new();
    for (at, pair) in rows.windows(2).enumerate() {
        let (outer, inner) = (indent(&pair[0]), indent(&pair[1]));
        if inner <= outer || rows.len() > MANY {
            continue;
        }
        let within: Vec<&Row> = rows[at + 1..]
            .iter()
            .take_while(|row| indent(row) >= inner)
            .collect();
        for less in [inner - outer, inner - outer - 1] {
            let splices = within.iter().map(|row| Splice {
                range: row.0..row.0 + less,
                with: Vec::new(),
            });
            changes.push(Change::all(splices));
        }
    }
    changes
}

/// The start of a line, and its content.
type Row = (usize, Range<usize>);

/// Lines that are not empty.
fn rows(text: &[u8]) -> Vec<Row> {
    let row = |line: Range<usize>| {
        let content = text[line.clone()].trim_ascii_start();
        let start = line.end - content.len();
        (line.start, start..start + content.trim_ascii_end().len())
    };
    let rows = lines(text).into_iter().map(row);
    rows.filter(|(_, content)| !content.is_empty()).collect()
}

fn indent(row: &Row) -> usize {
    row.1.start - row.0
}

/// Neighbouring lines where the first encloses the second.
fn enclosing(text: &[u8]) -> Vec<(Range<usize>, Range<usize>)> {
    let rows = rows(text);
    if rows.len() > MANY {
        return Vec::new();
    }
    let pairs = rows.windows(2).filter(|pair| indent(&pair[1]) > indent(&pair[0]));
    pairs.map(|pair| (pair[0].1.clone(), pair[1].1.clone())).collect()
}
