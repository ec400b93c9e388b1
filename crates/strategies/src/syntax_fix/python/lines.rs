//! The physical lines of a Python text.

use std::ops::Range;

use ruff_python_ast::ModModule;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::Parsed;
use ruff_text_size::Ranged;

use super::view::Code;

/// Columns up to which a tab reaches (the rule of the language reference, "Indentation").
const TAB_STOP: usize = 8;

/// All lines of a text.
pub(super) struct Lines(Vec<Line>);

/// One line.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Bytes without the line's end.
    pub range: Range<usize>,
    /// Bytes of white space at its beginning.
    pub indent: usize,
    /// Columns of white space at its beginning.
    pub width: usize,
    /// Tokens that begin on it.
    pub tokens: Range<usize>,
    /// Whether it continues the line before: inside brackets or a string, or after a backslash.
    pub joined: bool,
    /// Whether it begins inside a string that means something, so that its white space does too.
    pub in_string: bool,
}

impl Line {
    /// The position of its first character that is not white space.
    pub(super) fn text_start(&self) -> usize {
        self.range.start + self.indent
    }

    /// Returns whether a statement begins on it.
    pub(super) fn is_code(&self) -> bool {
        !self.tokens.is_empty() && !self.joined
    }
}

impl Lines {
    pub(super) fn new(text: &str, parsed: &Parsed<ModModule>, tokens: &[Code]) -> Self {
        let mut lines: Vec<Line> = Vec::new();
        let mut start = 0;
        let mut token = 0;
        for piece in text.split_inclusive('\n') {
            let end = start + piece.trim_end_matches(['\n', '\r']).len();
            let first = token;
            token += tokens[first..]
                .iter()
                .take_while(|code| code.range.start < start + piece.len())
                .count();
            lines.push(Line::new(text, start..end, first..token));
            start += piece.len();
        }
        join(&mut lines, text, parsed);
        Self(lines)
    }

    /// The line that holds a byte.
    pub(super) fn at(&self, byte: usize) -> usize {
        self.0
            .partition_point(|line| line.range.start <= byte)
            .saturating_sub(1)
    }

    pub(super) fn get(&self, line: usize) -> Option<&Line> {
        self.0.get(line)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The first line from `line` on where a statement begins.
    pub(super) fn code_from(&self, line: usize) -> Option<usize> {
        (line..self.len()).find(|&line| self.0[line].is_code())
    }

    /// The last line before `line` where a statement begins.
    pub(super) fn code_before(&self, line: usize) -> Option<usize> {
        (0..line.min(self.len()))
            .rev()
            .find(|&line| self.0[line].is_code())
    }

    /// The line on which the statement begins that `line` belongs to.
    pub(super) fn statement_start(&self, line: usize) -> usize {
        (0..=line)
            .rev()
            .find(|&line| self.get(line).is_some_and(|line| !line.joined))
            .unwrap_or(line)
    }

    /// The width of the white space at the beginning of a line; 0 when there is no such line.
    pub(super) fn width(&self, line: usize) -> usize {
        self.get(line).map_or(0, |line| line.width)
    }

    /// The first line after `line` that is not part of its statement or the block below it.
    pub(super) fn block_end(&self, line: usize) -> usize {
        let width = self.width(line);
        let mut next = line + 1;
        while let Some(code) = self.code_from(next) {
            if self.width(code) <= width {
                return code;
            }
            next = code + 1;
        }
        self.len()
    }

    /// Widths of the blocks that a line could belong to: its own statement's and the enclosing
    /// ones', the innermost first.
    pub(super) fn levels_before(&self, line: usize) -> Vec<usize> {
        let mut levels: Vec<usize> = Vec::new();
        let mut next = self.code_before(line);
        while let Some(code) = next {
            let width = self.width(code);
            if levels.last().is_none_or(|&last| width < last) {
                levels.push(width);
            }
            next = self.code_before(code).filter(|_| width > 0);
        }
        levels
    }
}

impl Line {
    fn new(text: &str, range: Range<usize>, tokens: Range<usize>) -> Self {
        let line = &text[range.clone()];
        let indent = line.len() - line.trim_start_matches([' ', '\t', '\x0c']).len();
        Self {
            indent,
            width: width(&line[..indent]),
            range,
            tokens,
            joined: false,
            in_string: false,
        }
    }
}

/// Columns that white space fills.
pub(super) fn width(blank: &str) -> usize {
    blank.chars().fold(0, |column, c| match c {
        '\t' => (column / TAB_STOP + 1) * TAB_STOP,
        '\x0c' => 0,
        _ => column + 1,
    })
}

/// Marks the lines that continue the one before.
fn join(lines: &mut [Line], text: &str, parsed: &Parsed<ModModule>) {
    let mut depth = 0_usize;
    let mut next = 0;
    let mut begins_statement = true;
    for token in parsed.tokens() {
        let range: Range<usize> = token.range().into();
        while lines
            .get(next)
            .is_some_and(|line| line.range.start <= range.start)
        {
            lines[next].joined |= depth > 0 && next > 0;
            next += 1;
        }
        if is_text(token.kind()) {
            join_text(&mut lines[next..], range.end, begins_statement);
        }
        depth = depth_after(depth, token.kind());
        begins_statement = match token.kind() {
            TokenKind::Newline => true,
            TokenKind::Comment | TokenKind::NonLogicalNewline | TokenKind::Indent | TokenKind::Dedent => {
                begins_statement
            }
            _ => false,
        };
    }
    for next in 1..lines.len() {
        let before = &text[lines[next - 1].range.clone()];
        lines[next].joined |= before.ends_with('\\') && !lines[next - 1].tokens.is_empty();
    }
}

/// Marks the lines that begin before the end of a string.
fn join_text(lines: &mut [Line], end: usize, documents: bool) {
    for line in lines.iter_mut().take_while(|line| line.range.start < end) {
        line.joined = true;
        line.in_string = !documents;
    }
}

/// The number of brackets open behind a token; a statement's end closes all.
fn depth_after(depth: usize, token: TokenKind) -> usize {
    match token {
        TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => depth + 1,
        TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => depth.saturating_sub(1),
        TokenKind::Newline => 0,
        _ => depth,
    }
}

fn is_text(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::String | TokenKind::FStringMiddle | TokenKind::TStringMiddle
    )
}
