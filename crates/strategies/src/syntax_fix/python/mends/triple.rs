//! Triple quotes: a text that is not closed, closed too late, or that quotes code.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Change, Cost, Mend};
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;
use crate::syntax_fix::python::wording::is_statement;

/// Lines after the opening quotes on which the text may end.
const LINES: usize = 60;

/// Texts before the fault that are looked at.
const TEXTS: usize = 3;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let texts = (0..site.token.saturating_add(2).min(site.view.tokens.len())).rev();
    let texts = texts.filter_map(|token| Text::of(site.view, token)).take(TEXTS);
    for (rank, text) in (0..).zip(texts.filter(Text::is_suspect)) {
        let farther: Cost = rank * 2;
        text.end_earlier(farther, out);
        text.unquote(farther, out);
    }
}

/// A triple-quoted text.
struct Text<'a> {
    view: &'a View<'a>,
    /// All of it.
    range: Range<usize>,
    /// The content between the quotes.
    inner: Range<usize>,
    closed: bool,
}

impl<'a> Text<'a> {
    fn of(view: &'a View<'a>, token: usize) -> Option<Self> {
        let code = view
            .tokens
            .get(token)
            .filter(|code| code.kind == TokenKind::String)?;
        let word = view.slice(code.range.clone());
        let prefix = word.len() - word.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let quotes = word.get(prefix..prefix + 3)?;
        if quotes != "\"\"\"" && quotes != "'''" {
            return None;
        }
        let closed = !code.unclosed && word.len() >= prefix + 6;
        let start = code.range.start + prefix + 3;
        let end = if closed {
            code.range.end - 3
        } else {
            code.range.end
        };
        Some(Self {
            view,
            range: code.range.clone(),
            inner: start..end,
            closed,
        })
    }

    /// Returns whether it has no end, or contains text that reads like code.
    fn is_suspect(&self) -> bool {
        let inner = self.view.slice(self.inner.clone());
        !self.closed || inner.lines().any(|line| is_statement(self.view.known, line))
    }

    fn quotes(&self) -> &'a str {
        self.view.slice(self.inner.start - 3..self.inner.start)
    }

    /// Ends the text after one of its lines, preferably where prose turns into code.
    fn end_earlier(&self, farther: Cost, out: &mut Vec<Mend>) {
        let known = self.view.known;
        let lines: Vec<&str> = self.view.slice(self.inner.clone()).split('\n').collect();
        let mut code_lines: Cost = 0;
        let mut at = self.inner.start;
        for (index, line) in lines.iter().take(LINES).enumerate() {
            let next = lines.iter().skip(index + 1).find(|line| !line.trim().is_empty());
            let turns = next.is_none_or(|next| is_statement(known, next));
            code_lines += Cost::from(index > 0 && is_statement(known, line));
            let cost = 2 + farther + 3 * code_lines.min(10) + if turns { 0 } else { 4 };
            match (index, turns) {
                (0, _) => out.extend(self.end_on_line(at, line, cost)),
                (_, false) => out.extend(self.end_on_line(at, line, cost + 2)),
                (_, true) => {
                    out.extend(self.end_on_line(at, line, cost + 2));
                    out.push(self.end_below(at, line, cost));
                }
            }
            at += line.len() + 1;
        }
    }

    /// The closing quotes behind the last word.
    fn end_on_line(&self, at: usize, line: &str, cost: Cost) -> Option<Mend> {
        let end = line.trim_end().len();
        (end > 0).then(|| Mend::insert(at + end, self.quotes().to_owned(), cost))
    }

    /// The closing quotes on a line of their own, as PEP 257 has it for a text of several lines:
    /// on this one when it is blank, and most likely when it has the white space that they leave.
    fn end_below(&self, at: usize, line: &str, cost: Cost) -> Mend {
        let (indent, quotes) = (self.indent(), self.quotes());
        let line = line.trim_end_matches('\r');
        if !line.trim().is_empty() {
            let text = format!("{}{indent}{quotes}", self.view.known.newline);
            return Mend::insert(at + line.len(), text, cost + 1);
        }
        if line == indent && !indent.is_empty() {
            return Mend::insert(at + indent.len(), quotes.to_owned(), cost.saturating_sub(1));
        }
        Mend::insert(at, format!("{indent}{quotes}"), cost + 1)
    }

    /// The white space before the opening quotes.
    fn indent(&self) -> &'a str {
        let line = self.view.lines.at(self.range.start);
        let line = self.view.lines.get(line);
        line.map_or("", |line| self.view.slice(line.range.start..line.text_start()))
    }

    /// The text is code that was quoted by mistake, or its opening quotes have no partner.
    fn unquote(&self, farther: Cost, out: &mut Vec<Mend>) {
        let inner = self.view.slice(self.inner.clone());
        let first = inner.lines().find(|line| !line.trim().is_empty());
        let code = first.is_some_and(|line| is_statement(self.view.known, line));
        let cost = farther + if code { 3 } else { 8 };
        let space = inner.len() - inner.trim_start_matches(' ').len();
        out.extend(self.unquoted("   ", 0, cost));
        out.extend(self.unquoted("", 0, cost + 1));
        out.extend(self.unquoted("", space, cost + 1));
    }

    /// Removes the quotes, and puts `blank` in place of the opening ones and of the spaces behind them.
    fn unquoted(&self, blank: &'static str, spaces: usize, cost: Cost) -> Option<Mend> {
        let mut changes = vec![Change::new(self.range.start..self.inner.start + spaces, blank)];
        if self.closed {
            changes.push(Change::new(self.inner.end..self.range.end, ""));
        }
        Mend::all(changes, cost, "remove the quotes around code")
    }
}
