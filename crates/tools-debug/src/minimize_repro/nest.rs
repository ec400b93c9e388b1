//! Nested parts of a text in a language without a known grammar: elements of markup, or lines with
//! the deeper indented ones below them.
//!
//! Nested parts are removed from the outside in, level by level (Misherghi and Su 2006), and then
//! enclosing parts are removed around their content. A single line could often not be removed: it
//! opens what another one closes.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;

use super::change::{Change, Splice};
use super::search::{Search, Stop};
use super::sweep::{Cuts, Sweep};
use super::text::lines;

/// A part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    range: Range<usize>,
    /// The first and the last piece, which enclose the parts in it.
    shell: Option<(Range<usize>, Range<usize>)>,
    /// The number of parts around it.
    depth: usize,
}

/// A part and its shell, before it is known how deep it is.
type Found = (Range<usize>, Option<(Range<usize>, Range<usize>)>);

/// Texts with fewer nested parts are not reduced this way.
const FEWEST: usize = 12;

/// Reduces until no part can be removed, with or without its content.
pub(super) async fn reduce(search: &mut Search<'_>) -> Result<(), Stop> {
    let Some(parts_of) = reading(search.current()) else {
        return Ok(());
    };
    let mut before = usize::MAX;
    while search.current().len() < before {
        before = search.current().len();
        for share in [16, usize::MAX] {
            leave_out(search, parts_of, before / share).await?;
        }
        unwrap(search, parts_of).await?;
    }
    Ok(())
}

type Reading = fn(&str) -> Vec<Part>;

/// The parts of the text, if it has enough of them.
fn reading(text: &[u8]) -> Option<Reading> {
    let text = std::str::from_utf8(text).ok()?;
    let is_nested = |parts_of: &Reading| {
        let nested = parts_of(text).into_iter().filter(|part| part.depth > 0);
        nested.count() >= FEWEST
    };
    let readings: [Reading; 2] = match text.trim_start().starts_with('<') {
        true => [elements, blocks],
        false => [blocks, elements],
    };
    readings.into_iter().find(is_nested)
}

fn parts(text: &[u8], parts_of: Reading, depth: usize) -> Option<Vec<Part>> {
    let mut parts = parts_of(std::str::from_utf8(text).ok()?);
    parts.retain(|part| part.depth >= depth);
    (!parts.is_empty()).then_some(parts)
}

async fn leave_out(search: &mut Search<'_>, parts_of: Reading, floor: usize) -> Result<(), Stop> {
    for depth in 0.. {
        let Some(parts) = parts(search.current(), parts_of, depth) else {
            break;
        };
        let on_level = parts.into_iter().filter(|part| part.depth == depth);
        let large = on_level.filter(|part| part.range.len() >= floor.max(1));
        let changes: Vec<_> = large.map(|part| Change::delete(part.range)).collect();
        thin(search, changes).await?;
    }
    Ok(())
}

async fn unwrap(search: &mut Search<'_>, parts_of: Reading) -> Result<(), Stop> {
    for depth in 0.. {
        let Some(parts) = parts(search.current(), parts_of, depth) else {
            break;
        };
        let on_level = parts.into_iter().filter(|part| part.depth == depth);
        let shells = on_level.filter_map(|part| part.shell);
        let cut = |range| Splice {
            range,
            with: Vec::new(),
        };
        let changes: Vec<_> = shells
            .map(|(open, close)| Change::all([cut(open), cut(close)]))
            .collect();
        thin(search, changes).await?;
    }
    Ok(())
}

async fn thin(search: &mut Search<'_>, changes: Vec<Change>) -> Result<(), Stop> {
    let deck = Cuts {
        changes,
        strict: false,
    };
    Sweep::new(search, &deck).thin(true).await
}

/// The indentation of a line, and its content.
type Row<'t> = (usize, &'t str);

/// Lines, each with the deeper ones below it and the one that closes them.
fn blocks(text: &str) -> Vec<Part> {
    let all = lines(text.as_bytes());
    let rows: Vec<Row<'_>> = all.iter().map(|line| row(&text[line.clone()])).collect();
    let mut closing = BTreeSet::new();
    let mut found: Vec<Found> = Vec::new();
    for at in 0..rows.len() {
        if closing.contains(&at) {
            continue;
        }
        let end = at + 1 + deeper(&rows[at..]);
        let is_block = end > at + 1;
        let closer = (end..=end).find(|&end| is_block && closes(&rows, at, end));
        closing.extend(closer);
        let last = all[end - 1].end;
        let close = closer.map_or(last..last, |closer| all[closer].clone());
        let whole = all[at].start..close.end;
        found.push((whole, is_block.then(|| (all[at].clone(), close))));
    }
    nested(found)
}

fn row(line: &str) -> Row<'_> {
    let line = line.trim_end();
    (line.len() - line.trim_start().len(), line.trim_start())
}

/// The number of lines that belong below the first one, without trailing empty ones.
fn deeper(rows: &[Row<'_>]) -> usize {
    let (indent, _) = rows[0];
    let below = rows[1..].iter();
    let below = below.take_while(|(other, text)| *other > indent || text.is_empty());
    let filled = below.enumerate().filter(|(_, (_, text))| !text.is_empty());
    filled.last().map_or(0, |(at, _)| at + 1)
}

/// Returns whether the row `end` closes what the row `at` opened.
fn closes(rows: &[Row<'_>], at: usize, end: usize) -> bool {
    rows.get(end)
        .is_some_and(|(indent, text)| *indent == rows[at].0 && is_closing(text))
}

/// Returns whether a line ends a block that began above it.
fn is_closing(line: &str) -> bool {
    const WORDS: &[&str] = &[
        "end",
        "fi",
        "done",
        "esac",
        "endif",
        "endfor",
        "endwhile",
        "endfunction",
        "endmacro",
        "END",
    ];
    let word = line
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    line.starts_with(['}', ')', ']']) || line.starts_with("</") || WORDS.contains(&word)
}

/// Elements of XML and HTML. Unclosed ones do not count.
fn elements(text: &str) -> Vec<Part> {
    let mut found: Vec<Found> = Vec::new();
    let mut open: Vec<(&str, Range<usize>)> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|offset| at + offset) {
        let Some(end) = tag_end(text, start) else { break };
        at = end;
        let tag = &text[start..end];
        let inner = tag[1..].trim_start_matches('/').trim_end_matches(['>', '/']);
        let name = inner.split_whitespace().next().unwrap_or_default();
        found.extend(attributes(tag, start));
        if tag.starts_with("</") {
            if let Some(which) = open.iter().rposition(|(opened, _)| *opened == name) {
                let (_, opening) = open[which].clone();
                open.truncate(which);
                found.push((opening.start..end, Some((opening, start..end))));
            }
        } else if tag.ends_with("/>") || tag.starts_with("<!") || tag.starts_with("<?") {
            found.push((start..end, None));
        } else {
            open.push((name, start..end));
        }
    }
    found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    nested(found)
}

/// ` name="value"` in a tag that begins at `start`.
fn attributes(tag: &str, start: usize) -> impl Iterator<Item = Found> {
    static ATTRIBUTE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r#"\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?"#));
    let is_element = !tag.starts_with("<!") && !tag.starts_with("<?");
    let tag = if is_element { tag } else { "" };
    ATTRIBUTE
        .find_iter(tag)
        .map(move |found| (start + found.start()..start + found.end(), None))
}

/// Computes the nesting depth of each, outer ones first.
fn nested(found: Vec<Found>) -> Vec<Part> {
    let mut around: Vec<usize> = Vec::new();
    found
        .into_iter()
        .map(|(range, shell)| {
            around.retain(|&end| end >= range.end);
            let depth = around.len();
            around.push(range.end);
            Part { range, shell, depth }
        })
        .collect()
}

/// The end of the markup that begins with `<`.
fn tag_end(text: &str, start: usize) -> Option<usize> {
    for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
        if text[start..].starts_with(opening) {
            return text[start..]
                .find(closing)
                .map(|offset| start + offset + closing.len());
        }
    }
    let mut quote = None;
    for (offset, c) in text[start..].char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return Some(start + offset + 1),
            _ => {}
        }
    }
    None
}
