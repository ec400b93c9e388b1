//! Quotes: missing, too many, of different kinds.

use super::Site;
use crate::syntax_fix::dialect::lex::Kind;
use crate::syntax_fix::language::{Change, Mend};

/// Lines before the fault on which a quote may be missing.
const LINES: u32 = 2;

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let mut mends = Vec::new();
    let open: Vec<usize> = (0..source.tokens.len())
        .filter(|&at| !source.tokens[at].is_closed)
        .collect();
    for &suspect in &site.suspects {
        let line = source.line(suspect);
        let is_near = |at: &usize| source.line(*at) <= line && last_line(site, *at) + LINES >= line;
        let near: Vec<usize> = (suspect.saturating_sub(40)..=suspect + 1)
            .filter(|&at| source.kind(at) == Some(Kind::Text))
            .filter(is_near)
            .collect();
        near.iter()
            .chain(open.iter().take(2))
            .for_each(|&at| mends.extend(around(site, at)));
    }
    mends.extend(open.iter().rev().take(1).flat_map(|&at| around(site, at)));
    mends
}

/// The line on which a text ends: where its own quote is missing, that of the next one ends it.
fn last_line(site: &Site<'_, '_>, at: usize) -> u32 {
    let breaks = site.source.word(at).matches('\n').count();
    site.source.line(at) + u32::try_from(breaks).unwrap_or(0)
}

/// Repairs of a text.
fn around(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let word = source.word(at);
    let texts = site.dialect.lexis.texts.iter();
    let Some(quoting) = texts.into_iter().find(|quoting| word.starts_with(quoting.open)) else {
        return Vec::new();
    };
    let mut mends = opened(site, at, quoting.open);
    mends.extend(surplus(site, at, quoting.open));
    mends.extend(requoted(site, at));
    // Where a quote is missing, the next text's first quote takes its place.
    let is_swallowed =
        source.start(at + 1) == source.range(at).end && source.kind(at + 1) != Some(Kind::Mark);
    if is_swallowed || !source.tokens[at].is_closed {
        mends.extend(closed(site, at, quoting.close));
    }
    mends
}

/// A quote that belongs to nothing: `""a"`, `"a""`.
fn surplus(site: &Site<'_, '_>, at: usize, open: &'static str) -> Option<Mend> {
    let source = site.source;
    let range = source.range(at);
    let is_empty = source.word(at).len() == 2 * open.len();
    let sticks = at > 0 && source.end_before(at) == range.start && source.kind(at - 1) == Some(Kind::Text)
        || is_empty && source.start(at + 1) == range.end;
    let fits = is_empty || !source.tokens[at].is_closed;
    let cost = if sticks { 2 } else { 4 };
    fits.then(|| Mend::delete(range.start..range.start + open.len(), open, cost))
}

/// Inserts the missing closing quote of a text, before each of the marks that may follow it.
fn closed(site: &Site<'_, '_>, at: usize, close: &'static str) -> Vec<Mend> {
    let range = site.source.range(at);
    let word = site.source.word(at);
    let end = word.find('\n').unwrap_or(word.len());
    let line = word[..end].trim_end();
    let marks = line
        .char_indices()
        .skip(1)
        .filter(|(_, c)| !c.is_alphanumeric() && *c != '_');
    let mut places: Vec<usize> = marks
        .map(|(mark, _)| mark)
        .filter(|&mark| mark >= close.len())
        .collect();
    places.push(line.len());
    places
        .into_iter()
        .rev()
        .take(30)
        .flat_map(|place| {
            let rest = line[place..].trim();
            let is_usual = rest.is_empty() || rest.chars().all(|c| ")]},;:".contains(c));
            let at = range.start + place;
            let cost = match () {
                () if is_written_elsewhere(site, &line[..place], close) => 1,
                () if CODE.iter().any(|mark| line[..place].contains(mark)) => 5,
                () if is_usual => 2,
                () if closes_outer(&line[..place]) => 5,
                () => 4,
            };
            let instead = Mend::replace(at..at + marked(&line[place..]), close, cost + 2);
            [Mend::insert(at, close, cost), instead]
        })
        .collect()
}

/// Operators that a text rarely has.
const CODE: &[&str] = &[" && ", " || ", " == ", " === ", " != ", " !== ", " => "];

/// Returns whether a text closes a bracket that it does not open: that one was hardly meant to be in it.
fn closes_outer(text: &str) -> bool {
    let mut open = 0_usize;
    text.chars().any(|c| match c {
        '(' | '[' | '{' => {
            open += 1;
            false
        }
        ')' | ']' | '}' if open == 0 => true,
        ')' | ']' | '}' => {
            open -= 1;
            false
        }
        _ => false,
    })
}

/// Returns whether the file has a text of this beginning and nothing more.
fn is_written_elsewhere(site: &Site<'_, '_>, begins: &str, close: &str) -> bool {
    let source = site.source;
    let is_it =
        |at: usize| source.tokens[at].is_closed && source.word(at).strip_suffix(close) == Some(begins);
    begins.len() > close.len() && (0..source.tokens.len()).any(is_it)
}

/// The length of the mark that a text begins with.
fn marked(text: &str) -> usize {
    let mark = text.chars().next().filter(char::is_ascii_punctuation);
    mark.map_or(0, char::len_utf8)
}

/// Inserts the missing opening quote of words before a text: `x"` opens a text where one should
/// end. A mark may be in its place.
fn opened(site: &Site<'_, '_>, at: usize, open: &'static str) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(at).start;
    let is_closing = !source.tokens[at].is_closed && source.end_before(at) == source.start(at);
    let places = line.max(at.saturating_sub(6))..at;
    places
        .flat_map(|word| {
            let cost = if is_closing && source.kind(word) == Some(Kind::Word) {
                2
            } else {
                5
            };
            let range = source.range(word);
            let mark = source.kind(word) == Some(Kind::Mark);
            let instead = mark.then(|| Mend::replace(range.clone(), open, 5));
            [Some(Mend::insert(range.start, open, cost)), instead]
                .into_iter()
                .flatten()
        })
        .collect()
}

/// A text that is closed by another quote than it was opened with.
fn requoted(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let range = source.range(at);
    let word = source.word(at);
    let end = word.find('\n').unwrap_or(word.len());
    let line = word[..end].trim_end();
    let quotes = site
        .dialect
        .lexis
        .texts
        .iter()
        .filter(|quoting| quoting.open.len() == 1);
    let kinds: Vec<&'static str> = quotes.map(|quoting| quoting.open).chain(["'", "`"]).collect();
    let mut mends = Vec::new();
    let own = &word[..word.chars().next().map_or(0, char::len_utf8)];
    for (place, c) in line.char_indices().skip(1) {
        let other = &line[place..place + c.len_utf8()];
        if other == own || !kinds.contains(&other) {
            continue;
        }
        let there = range.start + place..range.start + place + other.len();
        mends.push(Mend::replace(there.clone(), own.to_owned(), 3));
        let both = vec![
            Change::new(range.start..range.start + own.len(), other.to_owned()),
            Change::new(there.clone(), other.to_owned()),
        ];
        mends.push(Mend::replace(
            range.start..range.start + own.len(),
            other.to_owned(),
            3,
        ));
        mends.extend(Mend::all(both, 5, format!("write '{other}'")));
    }
    mends
}
