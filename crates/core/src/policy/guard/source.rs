//! A text as a program: the parts that run, and the lines that belong together. Good enough for any language,
//! exact for none.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::path::RelPath;
use crate::pattern::pattern;
use crate::tool_facts::Kind;

use super::marks::marks;

/// A text and its live part.
#[derive(Debug)]
pub(super) struct Source<'a> {
    /// The text.
    pub(super) text: &'a str,
    /// The same with comments and the contents of strings blanked, at the same length.
    pub(super) live: String,
    language: Language,
}

/// How a language writes comments, strings and blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Python,
    Rust,
    /// `//` and `/* */`, blocks in braces.
    Braces,
    /// `#`.
    Hash,
    /// Not known to be a program: all text counts.
    Plain,
}

impl<'a> Source<'a> {
    pub(super) fn new(file: &RelPath, text: &'a str) -> Self {
        let language = Language::of(file);
        let live = language.blank(text);
        Self { text, live, language }
    }

    /// Statements as ranges of bytes, in order: lines, joined while a bracket is open.
    pub(super) fn statements(&self) -> Vec<Range<usize>> {
        let mut statements = Vec::new();
        let mut open: Vec<bool> = Vec::new();
        let mut start = 0;
        let bytes = self.live.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'(' | b'[' => open.push(true),
                b'{' => open.push(!self.begins_block(start, at)),
                b')' | b']' | b'}' => {
                    open.pop();
                }
                b'\n' if open.last() != Some(&true) && !self.is_continued(at) => {
                    statements.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        statements.push(start..bytes.len());
        statements
    }

    /// The statements that are neither blank nor imports.
    pub(super) fn without_imports(&self) -> impl Iterator<Item = &'a str> {
        let kept = self
            .statements()
            .into_iter()
            .filter(|range| !self.is_import(range));
        let text = self.text;
        kept.map(move |range| text[range].trim_end())
            .filter(|statement| !statement.is_empty())
    }

    /// Returns whether a statement only imports.
    pub(super) fn is_import(&self, statement: &Range<usize>) -> bool {
        let parts = self.live[statement.clone()].split(';');
        let mut parts = parts.filter(|part| !part.trim().is_empty()).peekable();
        parts.peek().is_some() && parts.all(|part| marks(Kind::Import).is_match(part))
    }

    /// The end of the block that is opened by a header ending at `header.end`.
    pub(super) fn block_end(&self, header: &Range<usize>) -> usize {
        match self.language {
            Language::Python | Language::Hash | Language::Plain => self.indented_end(header.start),
            Language::Rust | Language::Braces => self.braced_end(header.end),
        }
    }

    fn indented_end(&self, start: usize) -> usize {
        let statements = self.statements();
        let first = statements.partition_point(|statement| statement.end < start);
        let width = |range: &Range<usize>| indentation(&self.live[range.clone()]);
        let header = statements.get(first).and_then(width);
        let after = statements.iter().skip(first + 1);
        let inside = after.take_while(|range| width(range).is_none() || width(range) > header);
        let last = inside.last().or(statements.get(first));
        last.map_or(self.text.len(), |range| range.end)
    }

    fn braced_end(&self, header_end: usize) -> usize {
        let mut depth = 0_usize;
        for (at, byte) in self.live.bytes().enumerate().skip(header_end) {
            match byte {
                b'{' => depth += 1,
                b'}' if depth <= 1 => return at + 1,
                b'}' => depth -= 1,
                _ => {}
            }
        }
        self.live.len()
    }

    /// Returns whether a `{` opens a block rather than a literal or a list of imports.
    fn begins_block(&self, statement: usize, at: usize) -> bool {
        let before = self.live[statement..at].trim_end();
        let ends_header = before.ends_with([')', '>', '}'])
            || before.ends_with(|c: char| c.is_alphanumeric() || c == '_')
            || before.is_empty();
        self.language != Language::Python
            && ends_header
            && !marks(Kind::Import).is_match(&self.live[statement..at])
    }

    fn is_continued(&self, newline: usize) -> bool {
        self.language == Language::Python && self.live[..newline].ends_with('\\')
    }
}

/// The column of the first character; `None` for a blank line.
fn indentation(line: &str) -> Option<usize> {
    let width = line.len() - line.trim_start().len();
    (!line.trim().is_empty()).then_some(width)
}

impl Language {
    fn of(file: &RelPath) -> Self {
        match file.extension() {
            "py" | "pyi" => Self::Python,
            "rs" => Self::Rust,
            "c" | "cc" | "cjs" | "cpp" | "cs" | "cts" | "cxx" | "dart" | "go" | "h" | "hpp" | "java"
            | "js" | "jsx" | "kt" | "mjs" | "mts" | "php" | "scala" | "swift" | "ts" | "tsx" | "vue" => {
                Self::Braces
            }
            "ex" | "exs" | "rb" | "sh" => Self::Hash,
            _ => Self::Plain,
        }
    }

    /// Matches comments and strings. A string that is not closed ends with its line, or with the text if
    /// strings may have many lines.
    fn opaque(self) -> Option<&'static Regex> {
        const LINE_STRINGS: &str = r#""(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?"#;
        const C_COMMENTS: &str = r"//[^\n]*|/\*(?s:.*?)(?:\*/|\z)";
        static PYTHON: LazyLock<Regex> = LazyLock::new(|| {
            let triple = r#""""(?s:\\.|[^\\])*?(?:"""|\z)|'''(?s:\\.|[^\\])*?(?:'''|\z)"#;
            pattern(&format!("#[^\n]*|{triple}|{LINE_STRINGS}"))
        });
        static RUST: LazyLock<Regex> = LazyLock::new(|| {
            let strings = r##"\br#"(?s:.*?)"#|\br"[^"]*"|"(?s:\\.|[^"\\])*"?|'(?:\\.[^'\n]*|[^'\\\n])'"##;
            pattern(&format!("{C_COMMENTS}|{strings}"))
        });
        static BRACES: LazyLock<Regex> =
            LazyLock::new(|| pattern(&format!(r"{C_COMMENTS}|`(?s:\\.|[^`\\])*`?|{LINE_STRINGS}")));
        static HASH: LazyLock<Regex> =
            LazyLock::new(|| pattern(&format!(r"(?m:^|[ \t;])#[^\n]*|{LINE_STRINGS}")));
        match self {
            Self::Python => Some(&PYTHON),
            Self::Rust => Some(&RUST),
            Self::Braces => Some(&BRACES),
            Self::Hash => Some(&HASH),
            Self::Plain => None,
        }
    }

    fn blank(self, text: &str) -> String {
        let Some(opaque) = self.opaque() else {
            return text.to_owned();
        };
        let mut live = String::with_capacity(text.len());
        let mut done = 0;
        for found in opaque.find_iter(text) {
            live.push_str(&text[done..found.start()]);
            blank_into(&mut live, found.as_str());
            done = found.end();
        }
        live.push_str(&text[done..]);
        live
    }
}

/// Replaces a token by blanks of the same length; its line ends, and the quotes of a string, remain.
fn blank_into(live: &mut String, token: &str) {
    let is_string = token.trim_start_matches(['r', '#']).starts_with(['"', '\'', '`']);
    for c in token.chars() {
        let stays = c == '\n' || is_string && matches!(c, '"' | '\'' | '`');
        if stays {
            live.push(c);
        } else {
            live.extend(std::iter::repeat_n(' ', c.len_utf8()));
        }
    }
}
