//! Decides, line by line, whether a text is one JSON value and where it ends.
//!
//! It checks the structure only (brackets, commas, keys); what is inside strings and numbers is
//! left to the real parser, which runs once the value is complete.

/// serde_json refuses to go deeper (its recursion limit is 128).
const DEEPEST: usize = 127;

/// The state of a lexer after a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// The document continues.
    More,
    /// The document ended before this byte of the line.
    Complete(usize),
    /// It is not such a document.
    Invalid,
}

/// A JSON object or array in the making.
#[derive(Debug, Default)]
pub(super) struct JsonLexer {
    /// The open brackets, outermost first; `true` for an object.
    open: Vec<bool>,
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

impl JsonLexer {
    /// Looks at the next line. No token of JSON crosses a line end.
    pub(super) fn line(&mut self, line: &[u8]) -> Progress {
        let mut at = 0;
        while let Some(skipped) = line[at..].iter().position(|byte| !byte.is_ascii_whitespace()) {
            at += skipped;
            let Some(length) = self.token(&line[at..]) else {
                return Progress::Invalid;
            };
            at += length;
            if self.open.is_empty() {
                return Progress::Complete(at);
            }
        }
        Progress::More
    }

    /// Takes one token and returns its length; `None` when it is not allowed here.
    fn token(&mut self, rest: &[u8]) -> Option<usize> {
        match rest[0] {
            b'{' => self.begin(true),
            b'[' => self.begin(false),
            b'}' => self.end(true),
            b']' => self.end(false),
            b',' => self.comma(),
            b':' if self.expect == Expect::Colon => self.then(Expect::Value, 1),
            b'"' => self.string(rest),
            _ => self.word(rest),
        }
    }

    fn then(&mut self, expect: Expect, length: usize) -> Option<usize> {
        self.expect = expect;
        Some(length)
    }

    fn takes_value(&self) -> bool {
        matches!(self.expect, Expect::Value | Expect::ValueOrClose)
    }

    fn begin(&mut self, object: bool) -> Option<usize> {
        if !self.takes_value() || self.open.len() == DEEPEST {
            return None;
        }
        self.open.push(object);
        self.then(
            if object {
                Expect::KeyOrClose
            } else {
                Expect::ValueOrClose
            },
            1,
        )
    }

    fn end(&mut self, object: bool) -> Option<usize> {
        let allowed = match self.expect {
            Expect::CommaOrClose => true,
            Expect::KeyOrClose => object,
            Expect::ValueOrClose => !object,
            Expect::Value | Expect::Key | Expect::Colon => false,
        };
        if !allowed || self.open.pop() != Some(object) {
            return None;
        }
        self.then(Expect::CommaOrClose, 1)
    }

    fn comma(&mut self) -> Option<usize> {
        if self.expect != Expect::CommaOrClose {
            return None;
        }
        let in_object = *self.open.last()?;
        self.then(if in_object { Expect::Key } else { Expect::Value }, 1)
    }

    fn string(&mut self, rest: &[u8]) -> Option<usize> {
        let length = string_length(rest)?;
        match self.expect {
            Expect::Key | Expect::KeyOrClose => self.then(Expect::Colon, length),
            Expect::Value | Expect::ValueOrClose => self.then(Expect::CommaOrClose, length),
            Expect::Colon | Expect::CommaOrClose => None,
        }
    }

    fn word(&mut self, rest: &[u8]) -> Option<usize> {
        let length = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'))
            .count();
        let word = &rest[..length];
        let number = matches!(word.first(), Some(b'-' | b'0'..=b'9'));
        let known = number || matches!(word, b"true" | b"false" | b"null");
        if !known || !self.takes_value() {
            return None;
        }
        self.then(Expect::CommaOrClose, length)
    }
}

/// Length of the string that `rest` begins with, quotes included, if it ends on this line.
fn string_length(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', rest.get(at..)?)?;
        if rest[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}
