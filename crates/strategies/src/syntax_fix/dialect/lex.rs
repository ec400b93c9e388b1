//! A text as tokens, as far as it can be read: broken text has tokens too.

use std::ops::Range;

/// The lexical rules of a language for everything but words and operators.
#[derive(Debug)]
pub(super) struct Lexis {
    /// The beginnings of comments that end with their line.
    pub(super) line_comments: &'static [&'static str],
    /// The beginnings and ends of comments that may span lines.
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    /// The beginnings and ends of texts; a prefix of another comes after it.
    pub(super) texts: &'static [Quoting],
    /// Operators of more than one character; a prefix of another comes after it.
    pub(super) marks: &'static [&'static str],
    /// Characters of words besides letters, digits and the underscore.
    pub(super) word_marks: &'static str,
    /// Whether `/` may begin a regular expression.
    pub(super) has_patterns: bool,
    /// Whether `'a` may be a word, as Rust's lifetimes are.
    pub(super) has_lifetimes: bool,
    /// Whether a comment begins at the start of a line or behind white space only.
    pub(super) comments_stand_apart: bool,
}

/// One way to write a text.
#[derive(Debug)]
pub(super) struct Quoting {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// Whether it may go over several lines.
    pub(super) is_long: bool,
    /// Whether a backslash takes the meaning of the next character away.
    pub(super) escapes: bool,
    /// Whether `${` and `}` enclose code.
    pub(super) has_code: bool,
}

impl Quoting {
    /// A text on one line, with backslashes.
    pub(super) const fn plain(quote: &'static str) -> Self {
        Self {
            open: quote,
            close: quote,
            is_long: false,
            escapes: true,
            has_code: false,
        }
    }

    /// A text on one line, in which a backslash is one.
    pub(super) const fn literal(quote: &'static str) -> Self {
        Self {
            escapes: false,
            ..Self::plain(quote)
        }
    }

    /// A text over several lines, as it stands.
    pub(super) const fn raw(open: &'static str, close: &'static str) -> Self {
        Self {
            open,
            close,
            is_long: true,
            escapes: false,
            has_code: false,
        }
    }

    /// A text over several lines, with backslashes.
    pub(super) const fn long(quote: &'static str) -> Self {
        Self {
            is_long: true,
            ..Self::plain(quote)
        }
    }

    /// A text over several lines with code in it.
    pub(super) const fn template(quote: &'static str) -> Self {
        Self {
            has_code: true,
            ..Self::long(quote)
        }
    }
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// A number, with any letters attached to it.
    Number,
    /// A text or a pattern; one that may not span lines ends with its line at the latest.
    Text,
    /// An operator or a delimiter.
    Mark,
}

/// A piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
    /// Whether a text is closed; true of everything else.
    pub(super) is_closed: bool,
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

/// The tokens of a text and its comments.
pub(super) fn read(text: &str, lexis: &Lexis) -> (Vec<Token>, Vec<Range<usize>>) {
    let mut reader = Reader {
        text,
        lexis,
        at: 0,
        before: None,
        comments: Vec::new(),
    };
    let mut tokens = Vec::new();
    while let Some(token) = reader.next() {
        reader.before = Some(token.range.clone());
        tokens.push(token);
    }
    (tokens, reader.comments)
}

struct Reader<'a> {
    text: &'a str,
    lexis: &'a Lexis,
    at: usize,
    /// The token before.
    before: Option<Range<usize>>,
    comments: Vec<Range<usize>>,
}

/// Length of a token, and whether it is closed.
type Measure = (Kind, usize, bool);

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn next(&mut self) -> Option<Token> {
        self.skip();
        let start = self.at;
        let first = self.rest().chars().next()?;
        let (kind, length, is_closed) = self.measure(first);
        self.at = start + length;
        Some(Token {
            kind,
            range: start..self.at,
            is_closed,
        })
    }

    fn measure(&self, first: char) -> Measure {
        let rest = self.rest();
        if let Some(quoting) = self.quoting() {
            let (length, is_closed) = quoted(rest, quoting);
            return (Kind::Text, length, is_closed);
        }
        match first {
            '\'' if self.lexis.has_lifetimes => quote_of_rust(rest),
            '/' if self.begins_pattern() => (Kind::Text, pattern_length(rest).unwrap_or(1), true),
            c if c.is_ascii_digit() => (Kind::Number, number_length(rest), true),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                (Kind::Number, number_length(rest), true)
            }
            c if self.is_word(c) => {
                let end = rest.find(|c| !self.is_word(c)).unwrap_or(rest.len());
                (Kind::Word, end, true)
            }
            c => (Kind::Mark, self.mark_length(c), true),
        }
    }

    fn quoting(&self) -> Option<&'static Quoting> {
        let rest = self.rest();
        self.lexis
            .texts
            .iter()
            .find(|quoting| rest.starts_with(quoting.open))
    }

    fn is_word(&self, c: char) -> bool {
        is_word(c) || self.lexis.word_marks.contains(c)
    }

    fn mark_length(&self, first: char) -> usize {
        let rest = self.rest();
        let mark = self.lexis.marks.iter().find(|mark| rest.starts_with(**mark));
        mark.map_or(first.len_utf8(), |mark| mark.len())
    }

    /// Returns whether a value may begin here, so that `/` is not a division.
    fn begins_pattern(&self) -> bool {
        let before = self.before.clone().map_or("", |range| &self.text[range]);
        let wants_value = before.is_empty()
            || "(,=:[!&|?{};+-*%<>~^".contains(before.chars().last().unwrap_or('('))
            || matches!(
                before,
                "return" | "typeof" | "case" | "in" | "of" | "void" | "delete" | "throw"
            );
        self.lexis.has_patterns && wants_value && pattern_length(self.rest()).is_some()
    }

    /// Passes over white space and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            let is_apart = self.text[..self.at]
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace);
            let may_begin = is_apart || !self.lexis.comments_stand_apart;
            let Some(length) = comment_length(rest, self.lexis).filter(|_| may_begin) else {
                return;
            };
            self.comments.push(self.at..self.at + length);
            self.at += length;
        }
    }
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the comment that the text begins with.
fn comment_length(rest: &str, lexis: &Lexis) -> Option<usize> {
    if lexis.line_comments.iter().any(|start| rest.starts_with(start)) {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    let &(open, close) = lexis
        .block_comments
        .iter()
        .find(|(open, _)| rest.starts_with(open))?;
    let end = rest[open.len()..].find(close);
    Some(end.map_or(rest.len(), |at| open.len() + at + close.len()))
}

/// The length of a text, and whether it is closed.
fn quoted(rest: &str, quoting: &Quoting) -> (usize, bool) {
    let mut at = quoting.open.len();
    while let Some(c) = rest[at..].chars().next() {
        if rest[at..].starts_with(quoting.close) {
            return (at + quoting.close.len(), true);
        }
        if c == '\n' && !quoting.is_long {
            break;
        }
        at += match c {
            '\\' if quoting.escapes => 1 + rest[at + 1..].chars().next().map_or(0, char::len_utf8),
            '$' if quoting.has_code && rest[at..].starts_with("${") => code_length(&rest[at..]),
            c => c.len_utf8(),
        };
    }
    let line = &rest[..at];
    (
        if quoting.is_long {
            at
        } else {
            line.trim_end().len()
        },
        false,
    )
}

/// The length of `${...}` with its content; of the `$` alone when it is not closed.
fn code_length(rest: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in rest.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    1
}

/// A character or a lifetime.
fn quote_of_rust(rest: &str) -> Measure {
    let mut inside = rest.chars().skip(1);
    let (first, second) = (inside.next(), inside.next());
    match (first, second) {
        (Some('\\'), _) => {
            let (length, is_closed) = quoted(rest, &Quoting::plain("'"));
            (Kind::Text, length, is_closed)
        }
        (Some(c), Some('\'')) => (Kind::Text, 2 + c.len_utf8(), true),
        (Some(c), _) if is_word(c) => {
            let end = rest[1..].find(|c| !is_word(c)).unwrap_or(rest.len() - 1);
            (Kind::Word, 1 + end, true)
        }
        _ => (Kind::Mark, 1, true),
    }
}

/// The length of a regular expression with its flags; `None` when it does not end on its line.
fn pattern_length(rest: &str) -> Option<usize> {
    let mut in_class = false;
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return None,
            '/' if !escaped && !in_class && at > 1 => {
                let flags = rest[at + 1..].find(|c: char| !c.is_ascii_lowercase());
                return Some(at + 1 + flags.unwrap_or(rest.len() - at - 1));
            }
            '[' if !escaped => in_class = true,
            ']' if !escaped => in_class = false,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// Digits, letters, a fraction, an exponent with its sign.
fn number_length(rest: &str) -> usize {
    let mut end = 0;
    let mut before = ' ';
    for (at, c) in rest.char_indices() {
        let is_fraction = c == '.' && rest[at + 1..].starts_with(|c: char| c.is_ascii_digit()) && at > 0
            || c == '.' && at == 0;
        let is_sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !rest.starts_with("0x");
        if !(is_word(c) || is_fraction || is_sign) {
            break;
        }
        before = c;
        end = at + c.len_utf8();
    }
    end
}
