//! A quote missing, too many, or of the wrong kind on one line.
//!
//! - [`close`]: a string without its end gets one, or loses its beginning;
//! - [`open`]: a string that begins where it should end gets its beginning;
//! - [`adjacent`]: a string that ends where the next should begin;
//! - [`requote`]: quotes inside quotes of the same kind.

mod adjacent;
mod close;
mod open;
mod requote;

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::Mend;
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::{View, part};

/// Quotes on a line beyond which it is left alone: every pair of them is looked at.
const MOST: usize = 24;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let Some(line) = Quoted::on_line(site) else {
        return;
    };
    if let Some(open) = &line.unclosed {
        close::propose(site, &line, open, out);
        open::propose(site, &line, open, out);
    }
    adjacent::propose(&line, out);
    requote::propose(&line, out);
    line.swap(out);
    line.insert_anywhere(out);
}

/// A line and its quotes.
struct Quoted<'a> {
    view: &'a View<'a>,
    /// The line without its white space and without a comment at its end.
    range: Range<usize>,
    /// Tokens that begin on the line.
    tokens: Range<usize>,
    /// The positions of the quotes.
    quotes: Vec<usize>,
    /// The string without an end, if one begins on the line.
    unclosed: Option<Unclosed>,
}

/// A string without an end.
struct Unclosed {
    token: usize,
    /// From after its opening quote to the end of the line.
    content: Range<usize>,
    quote: &'static str,
}

impl<'a> Quoted<'a> {
    fn on_line(site: &Site<'a>) -> Option<Self> {
        let view = site.view;
        let line = view.lines.get(view.lines.at(site.fault.at))?;
        let end = line.range.start + view.slice(line.range.clone()).trim_end().len();
        let range = line.text_start().min(end)..end;
        let unclosed = line
            .tokens
            .clone()
            .find_map(|token| Unclosed::of(view, token, end));
        let quotes: Vec<usize> = positions(view.text, range.clone());
        let suspect = unclosed.is_some() || matches!(site.fault.kind, FaultKind::String | FaultKind::Token);
        (suspect && !quotes.is_empty() && quotes.len() <= MOST).then_some(Self {
            view,
            range,
            tokens: line.tokens.clone(),
            quotes,
            unclosed,
        })
    }

    /// `'a"` → `"a"`.
    fn swap(&self, out: &mut Vec<Mend>) {
        let begins = self
            .unclosed
            .as_ref()
            .map_or(usize::MAX, |open| open.content.start);
        for (index, &at) in self.quotes.iter().enumerate() {
            let other = other_quote(self.view.slice(at..=at));
            let ends_string = at > begins && may_follow(self.view.slice(at + 1..self.range.end));
            let is_pair = index > 0 && self.encloses_word(self.quotes[index - 1], at);
            let cost = if is_pair { 1 } else { 7 };
            out.push(Mend::replace(
                at..at + 1,
                other,
                if ends_string { cost.min(2) } else { cost },
            ));
        }
    }

    /// Returns whether two quotes of different kinds enclose a single word, like those of one text.
    fn encloses_word(&self, first: usize, last: usize) -> bool {
        let text = self.view.text;
        let inside = part(text, first + 1..last);
        let is_word = !inside.is_empty() && inside.chars().all(|c| is_word(c) || matches!(c, '-' | '.'));
        let outside = part(text, ..first).chars().next_back();
        let begins = outside.is_none_or(|c| matches!(c, ' ' | '(' | '[' | '{' | ',' | '=' | ':'));
        let behind = part(text, last + 1..).chars().next();
        let ends = behind.is_none_or(|c| matches!(c, ' ' | ')' | ']' | '}' | ',' | ':'));
        let differ = part(text, first..=first) != part(text, last..=last);
        is_word && begins && ends && differ
    }

    /// A quote before or after any word of the line.
    fn insert_anywhere(&self, out: &mut Vec<Mend>) {
        let text = self.view.text;
        let quote = match self.quotes.last() {
            Some(&at) if part(text, at..).starts_with('"') => "\"",
            _ => "'",
        };
        for (offset, c) in part(text, self.range.clone()).char_indices() {
            let at = self.range.start + offset;
            let before = part(text, ..at).chars().next_back().unwrap_or('\n');
            let closes = is_word(before) && !is_word(c);
            let opens = is_word(c) && !is_word(before);
            if closes || opens {
                out.push(Mend::insert(at, quote, 8));
            }
        }
    }
}

impl Unclosed {
    fn of(view: &View<'_>, token: usize, end: usize) -> Option<Self> {
        let code = view.tokens.get(token)?;
        let line_end = |token: usize| view.starts_line(token) || token >= view.tokens.len();
        let formatted = code.kind == TokenKind::FStringStart
            && (token + 1..)
                .take_while(|&next| !line_end(next))
                .all(|next| view.kind(next) != TokenKind::FStringEnd);
        let word = view.word(token);
        if !code.unclosed && !formatted || is_triple(word) {
            return None;
        }
        let opening = word.find(['\'', '"'])?;
        let start = code.range.start + opening + 1;
        Some(Self {
            token,
            content: start..end.max(start),
            quote: if part(word, opening..).starts_with('"') {
                "\""
            } else {
                "'"
            },
        })
    }
}

/// Returns whether a string may end before this text.
fn may_follow(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with([')', ']', '}', ':', ',', '%', '+', '.', ';'])
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn other_quote(quote: &str) -> &'static str {
    if quote == "'" { "\"" } else { "'" }
}

fn positions(text: &str, range: Range<usize>) -> Vec<usize> {
    let quotes = part(text, range.clone()).match_indices(['\'', '"']);
    quotes.map(|(offset, _)| range.start + offset).collect()
}

fn is_triple(word: &str) -> bool {
    let quotes = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    quotes.starts_with("\"\"\"") || quotes.starts_with("'''")
}
