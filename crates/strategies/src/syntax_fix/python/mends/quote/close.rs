//! A string without an end: `print("a)` → `print("a")`, `return 'count` → `return count`.

use ruff_python_ast::token::TokenKind;

use super::{Quoted, Unclosed, may_follow, other_quote};
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::{Site, begins_block, closing_text, open_brackets};
use crate::syntax_fix::python::view::{View, part};
use crate::syntax_fix::python::wording::{Wording, continues_text, wording};

pub(super) fn propose(site: &Site<'_>, line: &Quoted<'_>, open: &Unclosed, out: &mut Vec<Mend>) {
    end_somewhere(site, line, open, out);
    drop_opening(site, open, out);
}

fn end_somewhere(site: &Site<'_>, line: &Quoted<'_>, open: &Unclosed, out: &mut Vec<Mend>) {
    let view = line.view;
    let expected = Expected::of(site, open.token);
    let places = places(view.text, open);
    let rest = |at: usize| without_comment(view.slice(at..open.content.end));
    let inside = |at: usize| view.slice(open.content.start..at);
    let continues =
        |at: usize| continues_text(view.known, rest(at)) || is_searched_for(view, inside(at), rest(at));
    let continued = places.iter().any(|&at| continues(at));
    let at_line_end = beyond_blanks(site, open);
    if let Some(at) = at_line_end {
        out.push(Mend::insert(at, open.quote, 2));
    }
    for at in places {
        let inside = inside(at);
        let against = code_cost(view, inside, is_annotation(site, open.token))
            + swallowed_cost(view.text, open, at)
            + swallowed_name_cost(view, inside);
        match expected.fit(rest(at)) {
            Fit::Exact => {
                let whole: Cost = if continued { 4 } else { 0 };
                out.push(Mend::insert(at, open.quote, 2 + against + whole));
            }
            Fit::Missing(closers) => {
                out.push(Mend::insert(at, format!("{}{closers}", open.quote), 4 + against));
                out.push(Mend::insert(at, open.quote, 6 + against));
            }
            Fit::Other if continues(at) => {
                let uneven = uneven_cost(view.slice(at..open.content.end));
                out.push(Mend::insert(at, open.quote, 2 + against + uneven));
            }
            Fit::Other => out.push(Mend::insert(at, open.quote, 5 + against)),
        }
    }
}

/// The end of the line, when white space is there and a text on the next line continues: people end
/// such texts with a blank, and hardly anyone leaves blanks behind one.
fn beyond_blanks(site: &Site<'_>, open: &Unclosed) -> Option<usize> {
    let view = site.view;
    let line = view.lines.at(open.content.start);
    let end = view.lines.get(line)?.range.end;
    let next = view.first_kind(line + 1);
    let goes_on = matches!(next, TokenKind::String | TokenKind::FStringStart);
    (end > open.content.end && goes_on).then_some(end)
}

/// Returns whether a text of one sign is looked for in something that the file knows: `"." in name`.
fn is_searched_for(view: &View<'_>, inside: &str, rest: &str) -> bool {
    let mut signs = inside.chars();
    let is_sign = signs.next().is_some_and(|sign| !sign.is_alphanumeric()) && signs.next().is_none();
    let words = rest.trim_start();
    let searched = words
        .strip_prefix("not in ")
        .or_else(|| words.strip_prefix("in "));
    let name = searched.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
    is_sign && name.is_some_and(|name| view.known.mentions(name))
}

/// The possible ends of the string: before white space and punctuation, and at the line's end.
fn places(text: &str, open: &Unclosed) -> Vec<usize> {
    let inner = part(text, open.content.clone())
        .char_indices()
        .filter(|&(_, c)| " )]},:;.+%=!<>[".contains(c))
        .map(|(offset, _)| open.content.start + offset);
    inner.chain([open.content.end]).collect()
}

/// The text that has to follow the string on its line.
struct Expected {
    closers: String,
    /// Whether the statement raises an exception, so that its cause may follow.
    raises: bool,
}

/// How the rest of the line fits the expected text.
enum Fit {
    /// The rest closes all open brackets, and nothing else follows.
    Exact,
    /// Nothing follows, and this text is expected.
    Missing(String),
    /// Something else follows.
    Other,
}

impl Expected {
    fn of(site: &Site<'_>, token: usize) -> Self {
        let view = site.view;
        let open = open_brackets(view, site.statement.start..token);
        let mut expected: String = open
            .iter()
            .rev()
            .map(|&token| closing_text(view.kind(token)))
            .collect();
        if begins_block(view.kind(site.statement.start)) {
            expected.push(':');
        }
        Self {
            closers: expected,
            raises: view.kind(site.statement.start) == TokenKind::Raise,
        }
    }

    fn fit(&self, rest: &str) -> Fit {
        let cause = rest.rsplit_once(") from ").filter(|_| self.raises);
        let rest = cause.map_or(rest, |(before, _)| &rest[..=before.len()]);
        let (before_arrow, returns) = rest.split_once("->").unwrap_or((rest, ""));
        let mut found: String = before_arrow.chars().filter(|c| !c.is_whitespace()).collect();
        if returns.ends_with(':') {
            found.push(':');
        }
        if found == self.closers || found.strip_suffix([',', ';']) == Some(&*self.closers) {
            Fit::Exact
        } else if found.is_empty() {
            Fit::Missing(self.closers.clone())
        } else {
            Fit::Other
        }
    }
}

/// The text before a comment that begins in it.
fn without_comment(rest: &str) -> &str {
    match rest.find(" #") {
        Some(at) => rest[..at].trim(),
        None => rest.trim(),
    }
}

/// The evidence that a string would contain code of this file.
fn code_cost(view: &View<'_>, text: &str, annotation: bool) -> Cost {
    match wording(view.known, text) {
        Wording::Builtin if annotation => 3,
        Wording::Expression => 5,
        Wording::Name => 3,
        _ => 0,
    }
}

/// The evidence that a string would contain a comment, or a quote where a string ends.
fn swallowed_cost(text: &str, open: &Unclosed, end: usize) -> Cost {
    let inside = part(text, open.content.start..end);
    let other = other_quote(open.quote);
    let ends = |at: usize| may_follow(part(text, open.content.start + at + 1..open.content.end));
    let quote = inside.matches(other).count() == 1 && inside.find(other).is_some_and(ends);
    let comment = inside.contains(") #") || inside.contains("  #");
    (if quote { 4 } else { 0 }) + if comment { 4 } else { 0 }
}

/// The evidence that a string would contain an operator and a name that the file binds.
fn swallowed_name_cost(view: &View<'_>, inside: &str) -> Cost {
    let signs = [" + ", " % "];
    let behind = signs.iter().filter_map(|sign| inside.split_once(sign));
    let mut words = behind.map(|(_, rest)| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
    let is_code = words.any(|word| word.is_some_and(|word| view.known.binds(word)));
    if is_code { 3 } else { 0 }
}

/// A sign is one blank behind the string that it joins to something.
fn uneven_cost(rest: &str) -> Cost {
    let blanks = rest.len() - rest.trim_start().len();
    Cost::from(rest.trim_start().starts_with('+') && blanks != 1)
}

/// The quote is the mistake.
fn drop_opening(site: &Site<'_>, open: &Unclosed, out: &mut Vec<Mend>) {
    let view = site.view;
    let rest = view.slice(open.content.clone()).trim();
    let start = view.start(open.token);
    let glued = open.token > 0 && view.end(open.token - 1) == start;
    let before = view.slice(..start);
    let word = before.rsplit(['(', '[', '{', ',', '=', ' ']).next().unwrap_or("");
    let cost = match wording(view.known, without_comment(rest)) {
        Wording::Nothing if glued && wording(view.known, word) == Wording::Text => 7,
        Wording::Nothing | Wording::Expression => 2,
        Wording::Name => 3,
        Wording::Builtin if is_annotation(site, open.token) => 2,
        Wording::Builtin | Wording::Literal => 6,
        Wording::Text => 8,
    };
    let cost = cost + if is_among_texts(view, open.token) { 5 } else { 0 };
    let place = start..open.content.start;
    out.push(Mend::delete(place.clone(), view.slice(place), cost));
}

/// Returns whether the element before this one is a text: then this one is, too.
fn is_among_texts(view: &View<'_>, token: usize) -> bool {
    let is_word = |at: usize| view.kind(at) == TokenKind::Name && view.end(at) == view.start(at + 1);
    let first = match token.checked_sub(1) {
        Some(before) if is_word(before) => before,
        _ => token,
    };
    let before = |count: usize| first.checked_sub(count).map(|at| view.kind(at));
    before(1) == Some(TokenKind::Comma)
        && before(2) == Some(TokenKind::String)
        && matches!(
            before(3),
            Some(TokenKind::Comma | TokenKind::Lsqb | TokenKind::Lbrace)
        )
}

fn is_annotation(site: &Site<'_>, token: usize) -> bool {
    let before = token.checked_sub(1).map(|before| site.view.kind(before));
    matches!(before, Some(TokenKind::Colon | TokenKind::Rarrow))
        && site.view.kind(site.statement.start) == TokenKind::Def
}
