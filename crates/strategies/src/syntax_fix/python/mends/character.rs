//! Characters that are not valid in programs: typographic quotes and dashes, full-width
//! punctuation, unusual white space.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Change, Mend};
use crate::syntax_fix::python::site::{Site, begins_operand, ends_operand};
use crate::syntax_fix::python::view::{View, part};

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let Some(line) = view.lines.get(view.lines.at(site.fault.at)) else {
        return;
    };
    let outside = look_alikes(view, line.range.clone(), false);
    out.extend(Mend::all(outside, 1, "write plain characters"));
    let everywhere = look_alikes(view, line.range.clone(), true);
    out.extend(Mend::all(everywhere, 2, "write plain characters"));
    stray(site, out);
    continuation(view, line.range.clone(), out);
}

/// Replaces the characters of a line that look like others, inside strings only when asked.
fn look_alikes(view: &View<'_>, line: Range<usize>, in_strings: bool) -> Vec<Change> {
    let mut changes = Vec::new();
    for (offset, c) in view.slice(line.clone()).char_indices() {
        let at = line.start + offset;
        if let Some(plain) = plain(c)
            && (in_strings || !is_in_string(view, at))
        {
            changes.push(Change::new(at..at + c.len_utf8(), plain));
        }
    }
    changes
}

fn is_in_string(view: &View<'_>, at: usize) -> bool {
    let token = view.tokens.partition_point(|token| token.range.end <= at);
    view.start(token) <= at && matches!(view.kind(token), TokenKind::String | TokenKind::FStringMiddle)
}

/// The ASCII character that was intended.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        '“' | '”' | '„' | '‟' | '«' | '»' | '＂' => "\"",
        '‘' | '’' | '‚' | '‛' | '´' | '＇' => "'",
        '–' | '—' | '−' | '‐' | '‑' | '－' => "-",
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\0' => "",
        '，' | '、' => ",",
        '：' => ":",
        '；' => ";",
        '（' => "(",
        '）' => ")",
        '［' | '【' => "[",
        '］' | '】' => "]",
        '｛' => "{",
        '｝' => "}",
        '＝' => "=",
        '＋' => "+",
        '＊' | '×' | '·' => "*",
        '÷' | '／' => "/",
        '．' | '。' => ".",
        '＜' => "<",
        '＞' => ">",
        '≤' | '⩽' => "<=",
        '≥' | '⩾' => ">=",
        '≠' => "!=",
        '…' => "...",
        '→' => "->",
        _ => return None,
    })
}

/// A character that is not part of any token.
fn stray(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for token in [site.token.saturating_sub(1), site.token] {
        let unknown = matches!(
            view.kind(token),
            TokenKind::Unknown | TokenKind::Question | TokenKind::Exclamation
        );
        if unknown && !view.word(token).trim().is_empty() {
            out.push(Mend::delete(view.place(token), view.word(token), 4));
        }
    }
    let at = site.fault.at;
    if is_in_string(view, at) {
        return;
    }
    if let Some(c) = view.slice(at..).chars().next()
        && !c.is_alphanumeric()
        && !c.is_whitespace()
    {
        out.push(Mend::delete(at..at + c.len_utf8(), &c.to_string(), 8));
    }
}

/// A backslash at the end of a line joins lines only when nothing follows it.
fn continuation(view: &View<'_>, line: Range<usize>, out: &mut Vec<Mend>) {
    let text = view.slice(line.clone());
    let Some(backslash) = text.rfind('\\') else {
        return;
    };
    let at = line.start + backslash;
    if is_in_string(view, at) {
        return;
    }
    if part(text, backslash + 1..).trim().is_empty() && at + 1 < line.end {
        out.push(Mend::delete(at + 1..line.end, " ", 1).titled("remove what follows '\\'"));
    }
    out.push(Mend::delete(at..at + 1, "\\", 6));
    let next = view.tokens.partition_point(|token| token.range.end <= at + 1);
    let before = view.tokens[..next]
        .iter()
        .rev()
        .find(|token| token.range.end <= at);
    let is_between = before.is_some_and(|token| ends_operand(token.kind)) && view.start(next) < line.end;
    if is_between && begins_operand(view.kind(next)) {
        out.push(Mend::replace(at..at + 1, "/", 3));
    }
}
