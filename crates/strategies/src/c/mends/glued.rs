//! Names that have grown together because the mark between them is missing.
//!
//! `i<n` without its `<`, `a[k]` without its `[`, `f(n)` without its `(`, `n-1` without its minus.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::symbols::Symbol;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = sizes(site);
    if let Complaint::Undeclared(name) | Complaint::UnknownType(name) = &site.fault.complaint
        && let Some(at) = (site.next..site.next + 2).find(|&at| site.source.word(at) == name)
    {
        mends.extend(halves(site, at).iter().flat_map(|half| parted(site, at, half)));
        mends.extend(shifted(site, at));
    }
    mends
}

/// Where a name may be split: a symbol on the left, a value on the right.
struct Half<'s, 'a> {
    left: &'s Symbol<'a>,
    right: &'a str,
    /// The byte between them.
    middle: usize,
}

fn halves<'s, 'a>(site: &'s Site<'_, 'a>, at: usize) -> Vec<Half<'s, 'a>> {
    let name = site.source.word(at);
    let splits = (1..name.len()).filter(|&middle| name.is_char_boundary(middle));
    splits
        .filter_map(|middle| {
            let (left, right) = name.split_at(middle);
            let left = site.symbols.lookup(left, at)?;
            let is_number = right.chars().all(|c| c.is_ascii_digit());
            let is_value = site.symbols.lookup(right, at).is_some_and(Symbol::is_value);
            (is_number || is_value).then_some(Half {
                left,
                right,
                middle: site.source.start(at) + middle,
            })
        })
        .collect()
}

fn parted(site: &Site<'_, '_>, at: usize, half: &Half<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let unmatched = |bracket: &str| {
        let line = source.line_tokens(at);
        (at..line.end).any(|at| source.word(at) == bracket && source.partner(at).is_none())
    };
    let mark = |mark: &'static str, cost: Cost| Mend::insert(half.middle, mark, cost);
    if half.left.is_function() {
        return unmatched(")").then(|| mark("(", 1)).into_iter().collect();
    }
    if half.left.depth() > 0 && unmatched("]") {
        return vec![mark("[", 1)];
    }
    let is_number = half.right.starts_with(|c: char| c.is_ascii_digit());
    let counts = matches!(source.word(at + 1), "++" | "--" | "=")
        && source.enclosing(at, "(").is_some_and(|open| source.is_for(open));
    if counts && !is_number {
        return vec![mark(";", 1)];
    }
    match place(source, at) {
        // The address operator takes a single name.
        _ if source.word_before(at) == "&" => Vec::new(),
        Place::Statement => vec![mark("=", 2)],
        Place::Condition if is_number => vec![mark("==", 4), mark("<", 4), mark("-", 4)],
        Place::Condition => vec![mark("<", 2), mark("==", 4), mark(">", 4), mark("*", 5)],
        Place::Value if is_number => vec![mark("-", 3), mark("+", 4), mark("*", 6)],
        Place::Value => vec![mark("*", 3), mark("-", 4), mark("+", 4)],
    }
}

/// The kind of thing expected in place of a name.
enum Place {
    /// It begins a statement, or the first part of a `for`.
    Statement,
    Condition,
    Value,
}

fn place(source: &Source<'_>, at: usize) -> Place {
    let open = source.enclosing(at, "(");
    let before = source.word_before(at);
    let after = source.word(at + 1);
    match open.map(|open| source.word_before(open)) {
        _ if source.statement_start(at) == at && before != "(" => Place::Statement,
        Some("for") if before == "(" => Place::Statement,
        Some("for") if before == ";" && after == ";" => Place::Condition,
        Some("if" | "while") if matches!(before, "(" | "&&" | "||") && matches!(after, ")" | "&&" | "||") => {
            Place::Condition
        }
        _ => Place::Value,
    }
}

/// `a18b2`: the shift key was not held, and `*` became `8`.
fn shifted(site: &Site<'_, '_>, at: usize) -> Option<Mend> {
    let name = site.source.word(at);
    let known = |name: &str| site.symbols.lookup(name, at).is_some();
    let mut eights = name.match_indices('8').map(|(middle, _)| middle);
    let middle = eights.find(|&middle| known(&name[..middle]) && known(&name[middle + 1..]))?;
    let byte = site.source.start(at) + middle;
    Some(Mend::replace(byte..byte + 1, "*", 2))
}

/// `int a100];`
fn sizes(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let unmatched = line.filter(|&at| source.word(at) == "]" && source.partner(at).is_none() && at > 0);
    unmatched
        .filter_map(|close| {
            let name = source.word(close - 1);
            let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let has_both = !letters.is_empty() && letters.len() < name.len() && source.is_name(close - 1);
            let open = if has_both { letters.len() } else { 0 };
            let follows = has_both || matches!(source.word(close.wrapping_sub(2)), "]");
            follows.then(|| Mend::insert(source.start(close - 1) + open, "[", 1))
        })
        .collect()
}
