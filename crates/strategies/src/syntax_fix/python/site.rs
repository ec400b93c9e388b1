//! The surroundings of a fault, computed once for all repairs.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::fault::Fault;
use super::lines::Line;
use super::view::View;

/// A fault and its surroundings.
pub(super) struct Site<'a> {
    /// The text.
    pub view: &'a View<'a>,
    /// The fault.
    pub fault: &'a Fault,
    /// The first token that does not end before the fault: the unexpected one, or the first after a
    /// place where something is missing.
    pub token: usize,
    /// The physical line of the fault: that of `token`, or the line before when something is
    /// missing at its end.
    pub line: usize,
    /// The tokens of the statement at fault, up to the end of `line`.
    pub statement: Range<usize>,
    /// Tokens of the statement that open a bracket which is still open at the fault.
    pub open: Vec<usize>,
}

impl<'a> Site<'a> {
    /// The surroundings of the first fault; `None` without a fault.
    pub(super) fn of_first(view: &'a View<'a>) -> Option<Self> {
        let fault = view.faults.first()?;
        let token = view.tokens.partition_point(|token| token.range.end <= fault.at);
        let line = line_at_fault(view, fault, token);
        let statement = with_unfinished(view, statement(view, line));
        let open = open_brackets(view, statement.start..token.max(statement.start));
        Some(Self {
            view,
            fault,
            token,
            line,
            statement,
            open,
        })
    }

    /// The line at fault.
    pub(super) fn this_line(&self) -> Option<&'a Line> {
        self.view.lines.get(self.line)
    }

    /// The lines on which something may be missing or wrong: the one at fault, and the one before
    /// when the fault is the very first token of a line.
    pub(super) fn suspects(&self) -> Vec<usize> {
        let mut lines = vec![self.line];
        let at_line_start = self
            .this_line()
            .is_some_and(|line| line.tokens.start == self.token);
        if at_line_start && let Some(before) = self.view.lines.code_before(self.line) {
            lines.push(before);
        }
        lines
    }
}

/// The line of `token`, or that of the token before when the fault is at its end.
fn line_at_fault(view: &View<'_>, fault: &Fault, token: usize) -> usize {
    let here = view.lines.at(view.start(token));
    let Some(before) = token.checked_sub(1) else {
        return here;
    };
    let line_before = view.lines.at(view.end(before));
    let at_end = line_before == view.lines.at(fault.at) && line_before != here;
    if at_end || token >= view.tokens.len() {
        line_before
    } else {
        here
    }
}

/// The statement, and the one before when that leaves a bracket open: the parser may have given it
/// up where the next statement seemed to begin.
fn with_unfinished(view: &View<'_>, tokens: Range<usize>) -> Range<usize> {
    let before = tokens
        .start
        .checked_sub(1)
        .map(|last| statement(view, view.lines.at(view.start(last))));
    match before {
        Some(before) if !open_brackets(view, before.clone()).is_empty() => before.start..tokens.end,
        _ => tokens,
    }
}

/// The tokens from the beginning of the statement that a line belongs to, to the line's end.
pub(super) fn statement(view: &View<'_>, line: usize) -> Range<usize> {
    let first = view.lines.statement_start(line);
    let start = view.lines.get(first).map_or(0, |line| line.tokens.start);
    let end = view
        .lines
        .get(line)
        .map_or(view.tokens.len(), |line| line.tokens.end);
    start..end.max(start)
}

/// The brackets in a range of tokens that nothing in it closes.
pub(super) fn open_brackets(view: &View<'_>, tokens: Range<usize>) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    for token in tokens {
        let kind = view.kind(token);
        if closer_of(kind).is_some() {
            open.push(token);
        } else if is_closer(kind)
            && open
                .last()
                .is_some_and(|&opener| closer_of(view.kind(opener)) == Some(kind))
        {
            open.pop();
        }
    }
    open
}

/// The kind of bracket that closes this one.
pub(super) fn closer_of(opener: TokenKind) -> Option<TokenKind> {
    match opener {
        TokenKind::Lpar => Some(TokenKind::Rpar),
        TokenKind::Lsqb => Some(TokenKind::Rsqb),
        TokenKind::Lbrace => Some(TokenKind::Rbrace),
        _ => None,
    }
}

/// The text that closes an opening bracket.
pub(super) fn closing_text(opener: TokenKind) -> &'static str {
    match opener {
        TokenKind::Lpar => ")",
        TokenKind::Lsqb => "]",
        _ => "}",
    }
}

/// The opening bracket for a closing one.
pub(super) fn opening_text(closer: TokenKind) -> &'static str {
    match closer {
        TokenKind::Rpar => "(",
        TokenKind::Rsqb => "[",
        _ => "{",
    }
}

/// Returns whether a token is a closing bracket.
pub(super) fn is_closer(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace)
}

/// Returns whether an operand can end with this token.
pub(super) fn ends_operand(kind: TokenKind) -> bool {
    is_closer(kind)
        || matches!(
            kind,
            TokenKind::Name
                | TokenKind::Int
                | TokenKind::Float
                | TokenKind::Complex
                | TokenKind::String
                | TokenKind::FStringEnd
                | TokenKind::None
                | TokenKind::True
                | TokenKind::False
                | TokenKind::Ellipsis
        )
        || kind.is_soft_keyword()
}

/// Returns whether an operand can begin with this token.
pub(super) fn begins_operand(kind: TokenKind) -> bool {
    closer_of(kind).is_some()
        || (ends_operand(kind) && !is_closer(kind) && kind != TokenKind::FStringEnd)
        || matches!(
            kind,
            TokenKind::FStringStart
                | TokenKind::Lambda
                | TokenKind::Not
                | TokenKind::Tilde
                | TokenKind::Await
        )
}

/// Returns whether a statement that begins with this token has a block.
pub(super) fn begins_block(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::If
            | TokenKind::Elif
            | TokenKind::Else
            | TokenKind::For
            | TokenKind::While
            | TokenKind::Def
            | TokenKind::Class
            | TokenKind::Try
            | TokenKind::Except
            | TokenKind::Finally
            | TokenKind::With
            | TokenKind::Async
    )
}

/// Returns whether a token continues the statement above it: `else`, `except`, ...
pub(super) fn begins_clause(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Elif | TokenKind::Else | TokenKind::Except | TokenKind::Finally
    )
}
