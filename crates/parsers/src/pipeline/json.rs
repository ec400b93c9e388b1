//! Decides whether a text is one JSON value, where it ends and where it can be cut.
//!
//! It checks the structure only (brackets, commas, keys); what is inside strings and numbers is
//! left to the real parser, which runs once the value is complete.

use super::nesting::{Kind, Nesting};

/// serde_json refuses to go deeper (its recursion limit is 128).
const DEEPEST: usize = 127;

/// The state of a lexer after the text that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// The document continues.
    More,
    /// There is enough text for a document of its own.
    Enough,
    /// The document ended before this byte.
    Complete(usize),
    /// It is not such a document.
    Invalid,
}

/// A JSON object or array in the making.
#[derive(Debug, Default)]
pub(super) struct JsonLexer {
    pub(super) nesting: Nesting,
    expect: Expect,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Expect {
    #[default]
    Value,
    ValueOrClose,
    Key,
    KeyOrClose,
    Colon,
    CommaOrClose,
}

/// A token as it is in the text.
enum Token {
    Ends(usize),
    /// Its end has not come yet.
    Open,
    /// It is not allowed here.
    Wrong,
}

impl JsonLexer {
    /// Goes on at byte `at`, which it moves. It stops at the first comma after byte `enough`.
    pub(super) fn run(&mut self, text: &[u8], at: &mut usize, enough: usize) -> Progress {
        while let Some(skipped) = text[*at..].iter().position(|byte| !byte.is_ascii_whitespace()) {
            *at += skipped;
            match self.token(text, *at) {
                Token::Ends(end) => *at = end,
                Token::Open => return Progress::More,
                Token::Wrong => return Progress::Invalid,
            }
            if self.nesting.depth() == 0 {
                return Progress::Complete(*at);
            }
            if *at > enough && text[*at - 1] == b',' {
                return Progress::Enough;
            }
        }
        *at = text.len();
        Progress::More
    }

    /// Takes the token that begins at byte `at`.
    fn token(&mut self, text: &[u8], at: usize) -> Token {
        let taken = match text[at] {
            b'{' => self.begin(Kind::Object, at + 1),
            b'[' => self.begin(Kind::Array, at + 1),
            b'}' => self.end(Kind::Object),
            b']' => self.end(Kind::Array),
            b',' => self.comma(at),
            b':' if self.expect == Expect::Colon => self.then(Expect::Value, 1),
            b'"' => match string_length(&text[at..]) {
                Some(length) => self.string(length),
                None if memchr::memchr(b'\n', &text[at..]).is_none() => return Token::Open,
                None => None,
            },
            _ => {
                let length = word_length(&text[at..]);
                if at + length == text.len() {
                    return Token::Open;
                }
                self.word(&text[at..at + length])
            }
        };
        taken.map_or(Token::Wrong, |length| Token::Ends(at + length))
    }

    fn then(&mut self, expect: Expect, length: usize) -> Option<usize> {
        self.expect = expect;
        Some(length)
    }

    fn takes_value(&self) -> bool {
        matches!(self.expect, Expect::Value | Expect::ValueOrClose)
    }

    fn begin(&mut self, kind: Kind, inner: usize) -> Option<usize> {
        if !self.takes_value() || self.nesting.depth() == DEEPEST {
            return None;
        }
        self.nesting.open_value(kind, inner);
        let is_object = kind == Kind::Object;
        let expect = if is_object {
            Expect::KeyOrClose
        } else {
            Expect::ValueOrClose
        };
        self.then(expect, 1)
    }

    fn end(&mut self, kind: Kind) -> Option<usize> {
        let allowed = match self.expect {
            Expect::CommaOrClose => true,
            Expect::KeyOrClose => kind == Kind::Object,
            Expect::ValueOrClose => kind == Kind::Array,
            Expect::Value | Expect::Key | Expect::Colon => false,
        };
        if !allowed || self.nesting.innermost() != Some(kind) {
            return None;
        }
        self.nesting.close();
        self.then(Expect::CommaOrClose, 1)
    }

    fn comma(&mut self, at: usize) -> Option<usize> {
        if self.expect != Expect::CommaOrClose {
            return None;
        }
        self.nesting.child_ended(at, at + 1);
        let in_object = self.nesting.innermost()? == Kind::Object;
        self.then(if in_object { Expect::Key } else { Expect::Value }, 1)
    }

    fn string(&mut self, length: usize) -> Option<usize> {
        match self.expect {
            Expect::Key | Expect::KeyOrClose => self.then(Expect::Colon, length),
            Expect::Value | Expect::ValueOrClose => self.then(Expect::CommaOrClose, length),
            Expect::Colon | Expect::CommaOrClose => None,
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<usize> {
        let number = matches!(word.first(), Some(b'-' | b'0'..=b'9'));
        let known = number || matches!(word, b"true" | b"false" | b"null");
        if !known || !self.takes_value() {
            return None;
        }
        self.then(Expect::CommaOrClose, word.len())
    }
}

fn word_length(rest: &[u8]) -> usize {
    rest.iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'))
        .count()
}

/// Length of the string that `rest` begins with, quotes included, if it ends on this line.
fn string_length(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr3(b'"', b'\\', b'\n', rest.get(at..)?)?;
        match rest[at] {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => return None,
        }
    }
}
