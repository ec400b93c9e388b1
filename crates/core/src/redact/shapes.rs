//! Secrets that are known by their form: the table in `shapes.txt`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::likely::{is_random, is_telling};
use crate::pattern::pattern;

/// The form of the secrets of one service.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) begin: Begin,
    /// The texts with which it begins.
    pub(super) leads: Vec<&'static str>,
    /// The pattern of the rest, compiled when a text holds the beginning for the first time.
    rest: LazyLock<Regex, Box<dyn FnOnce() -> Regex + Send>>,
}

/// Where a secret may begin, and the conditions for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begin {
    Word,
    Any,
    Back(usize),
    Random,
    Telling,
    Key,
}

/// How far before the sign of a form its beginning is searched for, at most.
const FARTHEST: usize = 64;

/// The table.
pub(super) fn table() -> Vec<Shape> {
    let lines = include_str!("shapes.txt").lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(read)
        .collect()
}

#[expect(clippy::panic, reason = "the table is a constant, and a test reads all of it")]
fn read(line: &'static str) -> Shape {
    let mut columns = line.splitn(3, " | ");
    let mut column = || columns.next().unwrap_or_else(|| panic!("three columns: {line}"));
    let (begin, leads, rest) = (column(), column(), column());
    let begin = match begin {
        "word" => Begin::Word,
        "any" => Begin::Any,
        "random" => Begin::Random,
        "telling" => Begin::Telling,
        "key" => Begin::Key,
        back => match back.strip_prefix("back:").map(str::parse) {
            Some(Ok(count)) => Begin::Back(count),
            _ => panic!("no beginning: {line}"),
        },
    };
    Shape {
        begin,
        leads: leads.split(' ').collect(),
        rest: LazyLock::new(Box::new(move || pattern(&format!("^(?:{rest})")))),
    }
}

impl Shape {
    /// The secret whose beginning is at `lead`, and the end of the whole match.
    pub(super) fn at(&self, text: &str, lead: &Range<usize>) -> Option<Range<usize>> {
        let start = match self.begin {
            Begin::Word | Begin::Random => begins_word(text, lead.start).then_some(lead.start)?,
            Begin::Any | Begin::Telling | Begin::Key => lead.start,
            Begin::Back(least) => {
                let start = word_start(text, lead.start);
                (lead.start - start >= least).then_some(start)?
            }
        };
        let rest = match self.begin {
            // Keys have many lines, and each ends where the next one begins.
            Begin::Key => &text[lead.end..],
            _ => window(text, lead.end),
        };
        let found = self.rest.captures(rest)?;
        let secret = match found.name("s") {
            Some(part) => lead.end + part.start()..lead.end + part.end(),
            None => start..lead.end + found[0].len(),
        };
        let secret = whole(text, secret, lead.end + rest.len());
        let is_one = match self.begin {
            Begin::Random => is_random(&text[lead.end..secret.end]),
            Begin::Telling => is_telling(&text[secret.clone()]) || is_random(&text[secret.clone()]),
            _ => true,
        };
        is_one.then_some(secret)
    }
}

/// How much is examined after a place: each place costs a bounded time, and all of them a time linear in the
/// text.
const WINDOW: usize = 2 << 10;

pub(super) fn window(text: &str, from: usize) -> &str {
    &text[from..text.floor_char_boundary(from + WINDOW)]
}

/// Extends a secret that reached the end of its [`window`] to its real end.
pub(super) fn whole(text: &str, secret: Range<usize>, window_end: usize) -> Range<usize> {
    if secret.end < window_end {
        return secret;
    }
    let is_end = |character: char| character.is_whitespace() || matches!(character, '"' | '\'' | '\\' | '<');
    let rest = &text[secret.end..];
    secret.start..secret.end + rest.find(is_end).unwrap_or(rest.len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

/// Returns whether a word can begin at a place: also after an escaped line end, a colour, a percent code.
pub(super) fn begins_word(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[..at];
    match before {
        [] => true,
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., b'%', one, two] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit() => true,
        [.., b'm'] => ends_with_colour(before),
        [.., last] => !is_word(*last),
    }
}

fn ends_with_colour(before: &[u8]) -> bool {
    let digits = before[..before.len() - 1]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit() || **byte == b';')
        .count();
    before[..before.len() - 1 - digits].ends_with(b"\x1b[")
}

/// The start of the word that reaches up to a place.
fn word_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes()[..at].iter().rev().take(FARTHEST);
    at - before
        .take_while(|byte| is_word(**byte) || matches!(byte, b'_' | b'~' | b'.' | b'-'))
        .count()
}

/// The rest of a key whose first lines are missing: the words of base64 before its last line, on lines of
/// their own or not.
pub(super) fn before_end_of_key(text: &str, end: usize) -> Option<Range<usize>> {
    let last = text[end..].lines().next()?;
    if !last.contains("PRIVATE KEY") {
        return None;
    }
    let is_of_key = |word: &&str| {
        let word = word.trim_end();
        let is_base64 = word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
        is_base64 && (word.is_empty() || word.len() >= SHORTEST_PIECE || word.contains('='))
    };
    let words = text[..end].split_inclusive([' ', '\t', '\n', '\r']).rev();
    let length: usize = words.take_while(is_of_key).map(str::len).sum();
    (length > 0).then(|| end - length..end)
}

/// A shorter word before the end of a key is not part of it.
const SHORTEST_PIECE: usize = 16;

/// The widths of lines in text forms of keys: PEM (RFC 7468), OpenSSH and PGP (RFC 9580).
const WIDTHS: [usize; 3] = [64, 70, 76];

/// Lines that can only belong to a key whose first and last line were cut off.
pub(super) fn lines_of_keys(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let lines = text.split('\n').map(move |line| {
        let place = start..start + line.trim_end().len();
        start += line.len() + 1;
        place
    });
    lines.filter(|place| WIDTHS.contains(&place.len()) && is_of_key(&text[place.clone()]))
}

fn is_of_key(line: &str) -> bool {
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    line.bytes().all(is_base64) && is_random(line)
}
