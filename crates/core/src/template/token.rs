//! The tokens of a line, the same for all languages.

/// A part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Number,
    /// With its quotes and prefix.
    Text,
    /// An operator or a bracket.
    Mark,
    Space,
}

/// Operators of several characters, the longest first.
const MARKS: &[&str] = &[
    "===", "!==", "**=", "//=", "..=", "...", "<<=", ">>=", "==", "!=", "<=", ">=", "->", "=>", "::", ":=",
    "+=", "-=", "*=", "/=", "%=", "**", "//", "&&", "||", "<<", ">>", "..", "?.", "??", "++", "--", "|=",
    "&=", "^=", "<-",
];

/// The tokens of one line, spaces included.
pub(super) fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = line;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = token(rest, first, before);
        let (text, after) = rest.split_at(length);
        found.push(Token { kind, text });
        before = text.chars().next_back();
        rest = after;
    }
    found
}

/// The tokens of one line without the spaces.
pub(super) fn solid(line: &str) -> Vec<Token<'_>> {
    let mut tokens = tokens(line);
    tokens.retain(|token| token.kind != TokenKind::Space);
    tokens
}

fn token(rest: &str, first: char, before: Option<char>) -> (TokenKind, usize) {
    let span = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
    if first.is_whitespace() {
        return (TokenKind::Space, span(char::is_whitespace));
    }
    if first.is_ascii_digit() {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let end = span(is_part);
        // `0..n` is a range, and `1.` ends a sentence.
        let end = rest[..end].find("..").unwrap_or(end);
        return (TokenKind::Number, rest[..end].trim_end_matches('.').len());
    }
    if is_word(first) {
        let end = span(is_word);
        let text = match end <= 2 && rest[..end].chars().all(|c| "bfruBFRU".contains(c)) {
            true => quoted(&rest[end..]),
            false => None,
        };
        return match text {
            Some(length) => (TokenKind::Text, end + length),
            None => (TokenKind::Word, end),
        };
    }
    // The apostrophe of a lifetime opens no text: `&'a str`, `<'a>`.
    let is_lifetime = first == '\'' && matches!(before, Some('&' | '<')) && rest.chars().nth(2) != Some('\'');
    if let Some(length) = quoted(rest).filter(|_| !is_lifetime) {
        return (TokenKind::Text, length);
    }
    let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
    (TokenKind::Mark, mark.map_or(first.len_utf8(), |mark| mark.len()))
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The length of the text in quotes that begins here and ends in the same line.
fn quoted(rest: &str) -> Option<usize> {
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}
