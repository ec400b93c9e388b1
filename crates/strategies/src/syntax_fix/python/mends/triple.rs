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
    /// What stands between the quotes.
    inner: Range<usize>,
    closed: bool,
}

impl<'a> Text<'a> {
    fn of(view: &'a View<'a>, token: usize) -> Option<Self> {
        let code = view
            .tokens
            .get(token)
            .filter(|code| code.kind == TokenKind::String)?;
        let word = &view.text[code.range.clone()];
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

    /// Whether it has no end, or holds what reads like code.
    fn is_suspect(&self) -> bool {
        let inner = &self.view.text[self.inner.clone()];
        !self.closed || inner.lines().any(|line| is_statement(self.view.known, line))
    }

    fn quotes(&self) -> &'a str {
        &self.view.text[self.inner.start - 3..self.inner.start]
    }

    /// Ends the text after one of its lines, best where prose turns into code.
    fn end_earlier(&self, farther: Cost, out: &mut Vec<Mend>) {
        let known = self.view.known;
        let mut code_lines: Cost = 0;
        let mut at = self.inner.start;
        let lines: Vec<&str> = self.view.text[self.inner.clone()].split('\n').collect();
        for (index, line) in lines.iter().take(LINES).enumerate() {
            let next = lines[index + 1..].iter().find(|line| !line.trim().is_empty());
            code_lines += Cost::from(index > 0 && is_statement(known, line));
            let turns = next.is_none_or(|next| is_statement(known, next));
            let cost = 2 + farther + 3 * code_lines.min(10) + if turns { 0 } else { 4 };
            if line.trim().is_empty() {
                out.extend(
                    self.end_on_blank_line(at, line, cost)
                        .filter(|_| index > 0 && turns),
                );
            } else {
                let several: Cost = if index > 0 { 2 } else { 0 };
                let end = at + line.trim_end().len();
                out.push(Mend::insert(end, self.quotes().to_owned(), cost + several));
                out.extend(
                    self.end_on_new_line(at + line.len(), cost)
                        .filter(|_| index > 0 && turns),
                );
            }
            at += line.len() + 1;
        }
    }

    /// White space as wide as before the opening quotes is what the closing ones leave behind.
    fn end_on_blank_line(&self, at: usize, blank: &str, cost: Cost) -> Option<Mend> {
        if blank.trim_end_matches('\r') == self.indent() && !self.indent().is_empty() {
            return Some(Mend::insert(
                at + self.indent().len(),
                self.quotes().to_owned(),
                cost.saturating_sub(1),
            ));
        }
        Some(Mend::insert(
            at,
            format!("{}{}", self.indent(), self.quotes()),
            cost + 1,
        ))
    }

    /// PEP 257: the closing quotes of a text of several lines stand on a line of their own.
    fn end_on_new_line(&self, at: usize, cost: Cost) -> Option<Mend> {
        let text = format!("\n{}{}", self.indent(), self.quotes());
        Some(Mend::insert(at, text, cost + 1))
    }

    /// The white space before the opening quotes.
    fn indent(&self) -> &'a str {
        let line = self.view.lines.at(self.range.start);
        let line = self.view.lines.get(line);
        line.map_or("", |line| &self.view.text[line.range.start..line.text_start()])
    }

    /// The text is code that was quoted by mistake, or its opening quotes stand alone.
    fn unquote(&self, farther: Cost, out: &mut Vec<Mend>) {
        let known = self.view.known;
        let inner = &self.view.text[self.inner.clone()];
        let code = inner
            .lines()
            .find(|line| !line.trim().is_empty())
            .is_some_and(|line| is_statement(known, line));
        let cost = farther + if code { 3 } else { 8 };
        let space = inner.len() - inner.trim_start_matches(' ').len();
        for (blank, space) in [("   ", 0), ("", 0), ("", space)] {
            let mut changes = vec![Change::new(self.range.start..self.inner.start + space, blank)];
            if self.closed {
                changes.push(Change::new(self.inner.end..self.range.end, ""));
            }
            out.extend(Mend::all(
                changes,
                cost + Cost::from(blank.is_empty()),
                "remove the quotes around code",
            ));
        }
    }
}
