//! The shapes of what collectors of logs put before a line: times, levels, names and bars, in any order.
//!
//! A prefix is read token by token. Its shape is the same for all lines of one source: times and levels
//! stand for any other, and a number for any number.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::learned::{date, is_of_name, seconds};
use super::prefix::{digits, fits};
use crate::format::{locate, severity};

/// A prefix has no more tokens.
const MOST: usize = 8;
/// The width of padded levels, with a blank.
const LEVEL: usize = 6;
/// The greatest length of a prefix.
pub(super) const LONGEST: usize = 120;

/// The beginning of a line, up to the end of one of its tokens.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The length with the blank after it.
    pub(super) length: usize,
    /// A hash of what all lines of the source share.
    pub(super) key: u64,
    /// A hash of the names in it, or 0.
    pub(super) job: u64,
    /// Whether it has a time, and the line begins with it.
    pub(super) timed: bool,
    /// Whether it ends with a bar, or has a level or a name in brackets and the line is not indented.
    pub(super) marked: bool,
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Time,
    Level,
    Bar,
    Bracket,
    /// A name that a colon follows.
    Label,
    Name,
}

/// The beginnings of the line that may be prefixes, the shortest first.
pub(super) fn shapes(line: &str) -> Vec<Shape> {
    let start = &line[..line.floor_char_boundary(LONGEST)];
    let mut shapes = Vec::new();
    let mut at = start.len() - start.trim_start_matches(' ').len();
    let mut reader = Reader {
        indented: at > 0,
        ..Reader::default()
    };
    while let Some((token, length)) = token(&start[at..], &reader) {
        let text = &start[at..at + length];
        let rest = &start[at + length..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        if blanks == 0 || !reader.add(token, text) {
            break;
        }
        let tabbed = rest.starts_with('\t');
        if (tabbed || reader.may_end(token)) && (!reader.indented || reader.has_bar) {
            shapes.push(reader.shape(at + length + 1, false));
            // Levels may be padded to the same length.
            let padding = LEVEL.saturating_sub(length).max(1);
            if token == Token::Level && padding <= blanks {
                shapes.push(reader.shape(at + length + padding, true));
            }
        }
        at += length + blanks;
    }
    shapes
}

/// The tokens that were read of a prefix.
#[derive(Default)]
struct Reader {
    /// Whether the line is indented, as where names are aligned to the right.
    indented: bool,
    tokens: usize,
    key: FxHasher,
    names: FxHasher,
    named: bool,
    timed: bool,
    marked: bool,
    has_bar: bool,
    /// Whether a name has a number behind a hyphen, as those of containers do.
    numbered: bool,
}

impl Reader {
    /// Adds a token; `false` when there are too many.
    fn add(&mut self, token: Token, text: &str) -> bool {
        self.tokens += 1;
        (token as u8).hash(&mut self.key);
        match token {
            Token::Time => self.timed = true,
            Token::Level => self.marked = true,
            Token::Bar => {
                self.has_bar |= matches!(text, "|" | "│" | "┃" | "▏");
                text.hash(&mut self.key);
            }
            Token::Bracket | Token::Label | Token::Name => {
                self.marked |= token == Token::Bracket;
                self.named = true;
                self.numbered |= text.contains('-') && text.contains(|c: char| c.is_ascii_digit());
                for part in text
                    .split(|c: char| c.is_ascii_digit())
                    .filter(|part| !part.is_empty())
                {
                    part.hash(&mut self.key);
                }
                // A number behind a colon is that of the line.
                let name = text.trim_end_matches([']', ':']);
                let number = name.trim_end_matches(|c: char| c.is_ascii_digit());
                number.strip_suffix(':').unwrap_or(name).hash(&mut self.names);
            }
        }
        self.tokens <= MOST
    }

    /// Returns whether the prefix may end with this token. Two names are those of a container.
    fn may_end(&self, token: Token) -> bool {
        match token {
            Token::Name => self.numbered && self.tokens > 1,
            Token::Label => self.tokens > 1,
            Token::Bar | Token::Time | Token::Level | Token::Bracket => true,
        }
    }

    fn shape(&self, length: usize, padded: bool) -> Shape {
        let mut key = self.key.clone();
        padded.hash(&mut key);
        Shape {
            length,
            key: key.finish(),
            job: if self.named { self.names.finish() } else { 0 },
            timed: self.timed && !self.indented,
            marked: self.has_bar || self.marked && !self.indented,
        }
    }
}

/// The token that the text begins with, and its length.
fn token(text: &str, before: &Reader) -> Option<(Token, usize)> {
    if let Some(length) = time(text) {
        return Some((Token::Time, length));
    }
    if let Some(close) = [('[', ']'), ('(', ')'), ('<', '>')]
        .iter()
        .find_map(|(open, close)| text.starts_with(*open).then_some(*close))
    {
        return bracketed(text, close);
    }
    let bars = text.len()
        - text
            .trim_start_matches(['|', '│', '┃', '▏', '▸', '>', '›', '❯', '-', ':'])
            .len();
    if bars > 0 {
        return (bars <= '│'.len_utf8()).then_some((Token::Bar, bars));
    }
    let end = text.find([' ', '\t'])?;
    let word = &text[..end];
    let bare = word.trim_end_matches(':');
    if is_level(bare) {
        return Some((Token::Level, end));
    }
    // syslog's and Heroku's `app[web.1]:`, glog's `build.cc:42]`.
    let name = bare.strip_suffix(']').unwrap_or(bare);
    // Dagger numbers its steps: `12  : [3.2s] | x`.
    let is_step = before.tokens == 0 && text[end..].trim_start_matches(' ').starts_with(": ");
    let numbered = (before.timed || is_step) && digits(word.as_bytes()) == word.len();
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '@' | '+'))
        && name
            .chars()
            .all(|c| is_of_name(c) || matches!(c, '[' | ':' | '+'));
    let is_label = bare.len() < word.len() || name.len() < bare.len() && !name.contains('[');
    let kind = if is_label { Token::Label } else { Token::Name };
    // A place in a file looks much the same.
    let is_place = word.ends_with(':') && locate::at_start(text).is_some();
    ((named || numbered) && !is_place).then_some((kind, end))
}

/// `[INFO]`, `[web]`, `[2025-02-13 21:47:59]`; a colon may follow.
fn bracketed(text: &str, close: char) -> Option<(Token, usize)> {
    let end = text.find(close)?;
    let inner = text[1..end].trim();
    let colon = usize::from(text[end + 1..].starts_with(':'));
    let is_time = || time(inner).is_some_and(|length| length == inner.len()) || elapsed(inner);
    let is_named = || {
        let lettered = inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@' || c == ':');
        lettered && inner.chars().all(|c| is_of_name(c) || matches!(c, ' ' | ':'))
    };
    let token = if is_time() {
        Token::Time
    } else if is_level(inner) {
        Token::Level
    } else if close == ']' && is_named() {
        Token::Bracket
    } else {
        return None;
    };
    Some((token, end + 1 + colon))
}

/// `0.3s`, `12.345678`: the time since the beginning.
fn elapsed(text: &str) -> bool {
    seconds(text.as_bytes()).is_some_and(|(_, length)| length == text.len())
}

/// The length of a date, a time of the day, or seconds since 1970.
fn time(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if let Some((_, length)) = date(bytes) {
        return Some(length);
    }
    if fits(bytes, b"dd:dd:dd") {
        let fraction = match bytes.get(8) {
            Some(b'.' | b',') => 1 + digits(&bytes[9..]),
            _ => 0,
        };
        return Some(8 + fraction);
    }
    let whole = digits(bytes);
    let fraction = match bytes.get(whole) {
        Some(b'.') => 1 + digits(&bytes[whole + 1..]),
        _ => 0,
    };
    let is_epoch = matches!(whole, 10 | 13) && bytes[0] == b'1';
    is_epoch.then_some(whole + fraction)
}

/// `INFO`, `warning`, and glog's `E0213`.
fn is_level(word: &str) -> bool {
    const OTHERS: [&str; 7] = ["debug", "trace", "verbose", "log", "out", "stdout", "stderr"];
    let glog =
        word.len() == 5 && word.starts_with(['I', 'W', 'E', 'F']) && digits(&word.as_bytes()[1..]) == 4;
    glog || severity::word(word).is_some() || OTHERS.iter().any(|other| word.eq_ignore_ascii_case(other))
}
