//! A C or C++ text as tokens, as far as it can be read: broken text has tokens too.

use std::ops::Range;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// A number, with any letters attached to it.
    Number,
    /// A string; without a closing quote it ends with its line.
    Text,
    /// A character constant, with the same rule.
    Character,
    /// An operator or a delimiter.
    Mark,
    /// A line of the preprocessor, with its continuations.
    Directive,
    /// Something that C has no use for.
    Stray,
}

/// A piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
}

impl crate::reading::Token for Token {
    type Kind = Kind;

    fn kind(&self) -> Kind {
        self.kind
    }

    fn range(&self) -> &Range<usize> {
        &self.range
    }
}

/// Operators of more than one character, the longest first.
const MARKS: &[&str] = &[
    "<<=", ">>=", "...", "->*", "<=>", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##",
];

/// Reads a text. Comments and white space are between the tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut reader = Reader { text, at: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = reader.next() {
        tokens.push(token);
    }
    tokens
}

/// The end of a block comment that begins at `start`; the end of the text when it is not closed.
fn block_comment_end(text: &str, start: usize) -> usize {
    text[start + 2..]
        .find("*/")
        .map_or(text.len(), |at| start + 2 + at + 2)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn next(&mut self) -> Option<Token> {
        self.skip();
        let start = self.at;
        let first = self.rest().chars().next()?;
        let (kind, length) = self.measure(first);
        self.at = start + length;
        Some(Token {
            kind,
            range: start..self.at,
        })
    }

    fn measure(&self, first: char) -> (Kind, usize) {
        let rest = self.rest();
        let next_is_digit = rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        match first {
            '#' if self.begins_line() => (Kind::Directive, directive_length(rest)),
            '"' => (Kind::Text, quoted_length(rest, '"')),
            '\'' => (Kind::Character, quoted_length(rest, '\'')),
            '.' if next_is_digit => (Kind::Number, number_length(rest)),
            c if c.is_ascii_digit() => (Kind::Number, number_length(rest)),
            c if is_word(c) => (Kind::Word, rest.find(|c| !is_word(c)).unwrap_or(rest.len())),
            c if c.is_ascii_punctuation() && !"`@$\\#".contains(c) => (Kind::Mark, mark_length(rest)),
            c => (Kind::Stray, c.len_utf8()),
        }
    }

    fn begins_line(&self) -> bool {
        let line = self.text[..self.at].rfind('\n').map_or(0, |at| at + 1);
        self.text[line..self.at].trim().is_empty()
    }

    /// Passes over white space and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at = block_comment_end(self.text, self.at);
            } else {
                return;
            }
        }
    }
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn mark_length(rest: &str) -> usize {
    MARKS
        .iter()
        .find(|mark| rest.starts_with(**mark))
        .map_or(1, |mark| mark.len())
}

/// A number of the preprocessor: digits, letters, dots, and signs after an exponent.
fn number_length(rest: &str) -> usize {
    let mut before = ' ';
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        let exponent = matches!(before, 'e' | 'E' | 'p' | 'P') && matches!(c, '+' | '-');
        let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
        let signed = exponent && (!hexadecimal || matches!(before, 'p' | 'P'));
        if !(is_word(c) || c == '.' || signed) {
            break;
        }
        before = c;
        end = at + c.len_utf8();
    }
    end
}

/// Up to the closing quote, or to the end of the line.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' if !escaped => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of the line and its continuation lines, without a comment at the end.
fn directive_length(rest: &str) -> usize {
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    let line = rest[..end].trim_end();
    let comment = line.find("//").into_iter().chain(line.find("/*")).min();
    let quoted = line.find('"');
    let comment = comment.filter(|at| quoted.is_none_or(|quote| *at < quote));
    comment.map_or(line.len(), |at| line[..at].trim_end().len())
}
