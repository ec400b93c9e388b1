//! A Python file and its syntax tree.

use std::ops::Range;

use ruff_python_ast::statement_visitor::{StatementVisitor, walk_stmt};
use ruff_python_ast::token::Tokens;
use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, TraversalSignal, walk_body};
use ruff_python_ast::{AnyNodeRef, ModModule, PySourceType, Stmt};
use ruff_python_parser::{Parsed, parse_unchecked_source};
use ruff_text_size::{Ranged, TextSize};
use unbreak_core::{Edit, FixError, RelPath};

use crate::depth::is_too_deep;
use crate::lines::Lines;

/// A parsed file. If the syntax is broken, the tree holds what the parser could recover.
pub(crate) struct Source {
    file: RelPath,
    text: String,
    parsed: Parsed<ModModule>,
    lines: Lines,
}

impl Source {
    /// Parses the text of a file; none where its tree would be too deep to be walked.
    pub(crate) fn parse(file: RelPath, text: String) -> Option<Self> {
        if is_too_deep(&text) {
            return None;
        }
        let parsed = parse_unchecked_source(&text, PySourceType::Python);
        let lines = Lines::of(&text);
        Some(Self {
            file,
            text,
            parsed,
            lines,
        })
    }

    pub(crate) fn file(&self) -> &RelPath {
        &self.file
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The module's statements.
    pub(crate) fn body(&self) -> &[Stmt] {
        &self.parsed.syntax().body
    }

    pub(crate) fn tokens(&self) -> &Tokens {
        self.parsed.tokens()
    }

    /// Returns whether it is Python without a syntax error.
    pub(crate) fn is_intact(&self) -> bool {
        self.parsed.has_valid_syntax()
    }

    /// The text of a node.
    pub(crate) fn slice(&self, node: impl Ranged) -> &str {
        &self.text[node.range()]
    }

    /// The line (1-based) that a byte is on.
    pub(crate) fn line_of(&self, offset: TextSize) -> u32 {
        self.lines.line_of(offset.to_usize())
    }

    /// The bytes of a line (1-based), its line end included.
    pub(crate) fn line(&self, line: u32) -> Option<Range<usize>> {
        self.lines.range(&self.text, line)
    }

    /// The bytes of the lines that a node is on, line ends included.
    pub(crate) fn whole_lines(&self, node: impl Ranged) -> Range<usize> {
        let range = node.range();
        let first = self.line(self.line_of(range.start())).unwrap_or_default();
        let last = self.line(self.line_of(range.end())).unwrap_or_default();
        first.start..last.end
    }

    /// The byte of a line and column (1-based, in characters).
    pub(crate) fn offset(&self, line: u32, column: u32) -> Option<usize> {
        self.lines.offset(&self.text, line, column)
    }

    /// The white space that a byte's line begins with.
    pub(crate) fn indentation(&self, offset: TextSize) -> &str {
        let line = self.line(self.line_of(offset)).unwrap_or_default();
        let text = &self.text[line];
        &text[..text.len() - text.trim_start_matches([' ', '\t']).len()]
    }

    /// The length of a byte's line in characters, without its line end.
    pub(crate) fn line_length(&self, offset: TextSize) -> usize {
        let line = self.line(self.line_of(offset)).unwrap_or_default();
        self.text[line].trim_end().chars().count()
    }

    /// The line ending that the file uses.
    pub(crate) fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// Shows every node, in the order of the text.
    pub(crate) fn each_node<'a>(&'a self, visit: impl FnMut(AnyNodeRef<'a>)) {
        each_node(self.body(), visit);
    }

    /// Shows every statement, those within others included, in the order of the text.
    pub(crate) fn each_statement<'a>(&'a self, visit: impl FnMut(&'a Stmt)) {
        EachStatement(visit).visit_body(self.body());
    }

    /// An edit that replaces a node.
    pub(crate) fn replace(
        &self,
        node: impl Ranged,
        replacement: impl Into<String>,
    ) -> Result<Edit, FixError> {
        Edit::replace(&self.file, &self.text, node.range().to_std_range(), replacement)
    }

    /// An edit that replaces bytes.
    pub(crate) fn replace_bytes(
        &self,
        range: Range<usize>,
        replacement: impl Into<String>,
    ) -> Result<Edit, FixError> {
        Edit::replace(&self.file, &self.text, range, replacement)
    }

    /// Inserts a line before the statement that begins at a byte, with its indentation.
    pub(crate) fn insert_line(&self, before: TextSize, line: &str) -> Result<Edit, FixError> {
        let text = format!("{line}{}{}", self.newline(), self.indentation(before));
        self.insert(before.to_usize(), text)
    }

    /// An edit that inserts text before a byte.
    pub(crate) fn insert(&self, at: usize, text: impl Into<String>) -> Result<Edit, FixError> {
        Edit::insert(&self.file, &self.text, at, text)
    }
}

/// Shows every node of some statements, in the order of the text.
pub(crate) fn each_node<'a>(body: &'a [Stmt], visit: impl FnMut(AnyNodeRef<'a>)) {
    walk_body(&mut Each(visit), body);
}

struct Each<F>(F);

impl<'a, F: FnMut(AnyNodeRef<'a>)> SourceOrderVisitor<'a> for Each<F> {
    fn enter_node(&mut self, node: AnyNodeRef<'a>) -> TraversalSignal {
        (self.0)(node);
        TraversalSignal::Traverse
    }
}

struct EachStatement<F>(F);

impl<'a, F: FnMut(&'a Stmt)> StatementVisitor<'a> for EachStatement<F> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        (self.0)(statement);
        walk_stmt(self, statement);
    }
}
