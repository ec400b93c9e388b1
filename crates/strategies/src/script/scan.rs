//! The tokens of JavaScript and TypeScript, as far as names and paths need them.
//!
//! Comments, the text of templates and regular expressions yield no tokens.

use std::ops::Range;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier or keyword.
    Word,
    /// Text between quotes.
    Quoted,
    /// Any other character.
    Mark(char),
}

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Bytes of the text; of a string without its quotes.
    pub(crate) range: Range<usize>,
}

impl Token {
    pub(crate) fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(crate) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner {
        text,
        at: 0,
        found: Vec::new(),
        templates: Vec::new(),
    };
    while scanner.at < text.len() {
        scanner.step();
    }
    scanner.found
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    found: Vec<Token>,
    /// The number of open braces in each open `${`.
    templates: Vec<usize>,
}

impl Scanner<'_> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        let Some(c) = rest.chars().next() else {
            return;
        };
        match c {
            '/' if rest.starts_with("//") => self.skip_to("\n"),
            '/' if rest.starts_with("/*") => self.skip_to("*/"),
            '/' if self.may_be_pattern() => self.pattern(),
            '\'' | '"' => self.quoted(c),
            '`' => {
                self.at += 1;
                self.template();
            }
            '}' if self.templates.last() == Some(&0) => {
                self.templates.pop();
                self.at += 1;
                self.template();
            }
            c if is_word(c) => self.word(),
            c if c.is_whitespace() => self.at += c.len_utf8(),
            c => self.mark(c),
        }
    }

    fn skip_to(&mut self, end: &str) {
        let rest = &self.text[self.at + 2..];
        self.at += 2 + rest.find(end).map_or(rest.len(), |at| at + end.len());
    }

    fn mark(&mut self, c: char) {
        match (c, self.templates.last_mut()) {
            ('{', Some(open)) => *open += 1,
            ('}', Some(open)) => *open -= 1,
            _ => {}
        }
        self.push(Kind::Mark(c), self.at..self.at + c.len_utf8());
        self.at += c.len_utf8();
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        self.push(Kind::Word, self.at..self.at + length);
        self.at += length;
    }

    fn quoted(&mut self, quote: char) {
        let start = self.at + 1;
        let length = closing(&self.text[start..], quote);
        self.push(Kind::Quoted, start..start + length);
        self.at = (start + length + 1).min(self.text.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// The text of a template, up to its end or to the next `${`.
    fn template(&mut self) {
        let mut characters = self.text[self.at..].char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => {
                    characters.next();
                }
                '`' => {
                    self.at += at + 1;
                    return;
                }
                '$' if self.text[self.at + at..].starts_with("${") => {
                    self.at += at + 2;
                    self.templates.push(0);
                    return;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
    }

    /// A slash divides if an operand is before it, or else begins a regular expression.
    fn may_be_pattern(&self) -> bool {
        const BEFORE: &[&str] = &["return", "typeof", "case", "in", "of", "void", "yield", "await"];
        match self.found.last() {
            Some(token) => match token.kind {
                Kind::Word => BEFORE.contains(&&self.text[token.range.clone()]),
                Kind::Quoted => false,
                Kind::Mark(mark) => !matches!(mark, ')' | ']' | '}' | '<'),
            },
            None => true,
        }
    }

    fn pattern(&mut self) {
        let mut in_class = false;
        let mut characters = self.text[self.at + 1..].char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => {
                    characters.next();
                }
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => {
                    self.at += at + 2;
                    return;
                }
                '\n' => break,
                _ => {}
            }
        }
        // Without an end on the line, it was a division.
        self.mark('/');
    }

    fn push(&mut self, kind: Kind, range: Range<usize>) {
        self.found.push(Token { kind, range });
    }
}

/// The length of the text before the closing quote, or the end of the line.
fn closing(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => {
                characters.next();
            }
            '\n' => return at,
            c if c == quote => return at,
            _ => {}
        }
    }
    text.len()
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
