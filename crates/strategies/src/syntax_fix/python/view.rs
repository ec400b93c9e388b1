//! A Python text as the repairs see it: tokens, lines and faults, broken or not.

use std::ops::Range;
use std::slice::SliceIndex;

use ruff_python_ast::token::{Token, TokenKind};
use ruff_python_ast::{ModModule, PythonVersion, StringFlags};
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};
use ruff_text_size::Ranged;

use super::fault::{self, Fault};
use super::known::Known;
use super::lines::Lines;

/// The oldest Python whose grammar a repair may need. Newer syntax is only kept, never introduced.
const OLDEST: PythonVersion = PythonVersion::PY38;

/// A text with its tokens, lines and faults.
pub(in crate::syntax_fix) struct View<'t> {
    /// The text.
    pub(super) text: &'t str,
    /// Facts about the file before the first change.
    pub(super) known: &'t Known,
    /// The tree, with gaps where the text is broken.
    pub(super) parsed: Parsed<ModModule>,
    /// Tokens that mean something: no comments, no line ends, no indentation.
    pub(super) tokens: Vec<Code>,
    /// Physical lines.
    pub(super) lines: Lines,
    /// The faults, by place.
    pub(super) faults: Vec<Fault>,
}

/// A token and where it is.
#[derive(Debug, Clone)]
pub(super) struct Code {
    /// Its kind.
    pub kind: TokenKind,
    /// Its range, in bytes.
    pub range: Range<usize>,
    /// A string literal without its closing quotes.
    pub unclosed: bool,
}

impl<'t> View<'t> {
    pub(super) fn new(text: &'t str, known: &'t Known) -> Self {
        let parsed = parse(text);
        let tokens: Vec<Code> = parsed.tokens().iter().filter_map(Code::of).collect();
        let lines = Lines::new(text, &parsed, &tokens);
        let faults = fault::faults(text, &parsed, known);
        Self {
            text,
            known,
            parsed,
            tokens,
            lines,
            faults,
        }
    }

    /// The text of a token; empty when there is no such token.
    pub(super) fn word(&self, token: usize) -> &'t str {
        self.tokens
            .get(token)
            .map_or("", |token| &self.text[token.range.clone()])
    }

    /// The range of a token, in bytes; the end of the text when there is no such token.
    pub(super) fn place(&self, token: usize) -> Range<usize> {
        self.start(token)..self.end(token)
    }

    /// A part of the text; empty when there is no such part.
    pub(super) fn slice(&self, range: impl SliceIndex<str, Output = str>) -> &'t str {
        part(self.text, range)
    }

    /// The kind of a token; the end of the file when there is no such token.
    pub(super) fn kind(&self, token: usize) -> TokenKind {
        self.tokens
            .get(token)
            .map_or(TokenKind::EndOfFile, |token| token.kind)
    }

    /// The start of a token; the end of the text when there is no such token.
    pub(super) fn start(&self, token: usize) -> usize {
        self.tokens
            .get(token)
            .map_or(self.text.len(), |token| token.range.start)
    }

    /// The end of a token; the end of the text when there is no such token.
    pub(super) fn end(&self, token: usize) -> usize {
        self.tokens
            .get(token)
            .map_or(self.text.len(), |token| token.range.end)
    }

    /// The kind of a line's first token; the end of the file when there is no such line.
    pub(super) fn first_kind(&self, line: usize) -> TokenKind {
        let line = self.lines.get(line);
        line.map_or(TokenKind::EndOfFile, |line| self.kind(line.tokens.start))
    }

    /// Statements above a line that begin with such a token: their lines, the nearest first.
    pub(super) fn statements_above(
        &self,
        line: usize,
        begins: impl Fn(TokenKind) -> bool,
    ) -> impl Iterator<Item = usize> {
        let above = std::iter::successors(self.lines.code_before(line), |&above| {
            self.lines.code_before(above)
        });
        above.filter(move |&above| begins(self.first_kind(above)))
    }

    /// Returns whether a token is the first on its physical line (or there is none).
    pub(super) fn starts_line(&self, token: usize) -> bool {
        token == 0
            || token >= self.tokens.len()
            || self.lines.at(self.start(token)) != self.lines.at(self.end(token - 1))
    }
}

/// A part of a text; empty when there is no such part. Broken code may hold anything anywhere: a
/// repair that looks out of range finds nothing, and continues.
pub(super) fn part(text: &str, range: impl SliceIndex<str, Output = str>) -> &str {
    text.get(range).unwrap_or_default()
}

/// Reads a text as a module.
pub(super) fn parse(text: &str) -> Parsed<ModModule> {
    let options = ParseOptions::from(Mode::Module).with_target_version(OLDEST);
    #[expect(
        clippy::expect_used,
        reason = "a text parsed in module mode is a module, whatever is wrong with it"
    )]
    parse_unchecked(text, options)
        .try_into_module()
        .expect("module mode gives a module")
}

impl Code {
    fn of(token: &Token) -> Option<Self> {
        let means_nothing = matches!(
            token.kind(),
            TokenKind::Comment
                | TokenKind::Newline
                | TokenKind::NonLogicalNewline
                | TokenKind::Indent
                | TokenKind::Dedent
                | TokenKind::EndOfFile
        );
        (!means_nothing && !token.range().is_empty()).then(|| Self {
            kind: token.kind(),
            range: token.range().into(),
            unclosed: token.string_flags().is_some_and(StringFlags::is_unclosed),
        })
    }
}
