//! Expressions in which an operand is missing, or with something else in its place.
//!
//! `a && )`, `x /= / 2`, `f(int n)`, `x ? a : ;`.

use super::Site;
use crate::c::source::Source;
use crate::c::symbols::{Role, Symbol, arguments};
use crate::c::token::Kind;
use crate::c::words;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    if site.wants("expression") || site.wants("identifier") {
        mends.extend(operator_without_operand(site));
        mends.extend(missing_operand(site));
        mends.extend(missing_array(site));
    }
    if site.wants("expression") {
        mends.extend(type_among_arguments(site));
    }
    mends
}

const BINARY: &[&str] = &[
    "+", "-", "*", "/", "%", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "&", "|", "^", ",", "<<", ">>",
    "?", "=",
];

fn is_binary(word: &str) -> bool {
    BINARY.contains(&word)
}

/// The operator before the place, or the token at it, is surplus.
fn operator_without_operand(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let mut mends = Vec::new();
    if is_binary(site.before()) && site.next > 0 {
        mends.push(Mend::delete(source.range(site.next - 1), site.before(), 3));
    }
    if is_binary(site.word()) {
        let starts = source.begins_line(site.next) || matches!(site.before(), ";" | "{" | "}" | ")");
        let cost = if starts { 2 } else { 4 };
        mends.push(Mend::delete(source.range(site.next), site.word(), cost));
    }
    mends
}

/// Candidates for a missing operand.
fn missing_operand(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let at = source.end_before(site.next);
    let mut mends = Vec::new();
    let ternary = site.before() == ":" && source.word(site.next) == ";";
    if ternary {
        let assigned = (source.line_tokens(site.next).start..site.next).find(|&at| source.word(at) == "=");
        mends.extend(assigned.map(|equals| {
            let start = source.statement_start(equals);
            Mend::insert(at, source.between(start..equals).trim().to_owned(), 3)
        }));
    }
    if matches!(site.before(), "+" | "-") && matches!(site.word(), ")" | "]") {
        // In most arrays, an index is compared with its neighbour.
        let cost = if site.word() == "]" { 2 } else { 4 };
        mends.push(Mend::insert(at, "1", cost));
    }
    mends.extend(
        unused_names(site)
            .into_iter()
            .map(|(name, cost)| Mend::insert(at, name, cost)),
    );
    mends
}

/// Variables that do not occur yet in an argument list where an argument is missing.
fn unused_names(site: &Site<'_, '_>) -> Vec<(String, Cost)> {
    let source = site.source;
    let lacks =
        matches!(site.before(), "&" | "," | "(" | "=" | "return") && matches!(site.word(), "," | ")" | ";");
    if !lacks {
        return Vec::new();
    }
    let open = source.enclosing(site.next, "(").unwrap_or(site.next);
    let line = open..source.partner(open).unwrap_or(site.next);
    let variables = site.symbols.visible(site.next).filter(|symbol| {
        symbol.is_value()
            && symbol.role != Role::Macro
            && !line.clone().any(|at| source.word(at) == symbol.name)
    });
    let mut names: Vec<(String, Cost)> = variables
        .map(|symbol| (symbol.name.to_owned(), 4 + reluctance(site, symbol)))
        .collect();
    names.reverse();
    names.sort_by_key(|(_, cost)| *cost);
    names.truncate(4);
    names
}

/// The cost of a variable as the missing operand: more if it is not a number or is already used.
fn reluctance(site: &Site<'_, '_>, symbol: &Symbol<'_>) -> Cost {
    let source = site.source;
    let uses: Vec<usize> = source.all(symbol.name).filter(|&at| at != symbol.token).collect();
    let is_filled = site.before() == "&";
    let written = |at: usize| matches!(source.word(at + 1), "=" | "++" | "--" | "+=" | "-=" | "*=");
    let is_awaited = match is_filled {
        true => uses.iter().all(|&at| !written(at)),
        false => uses.iter().all(|&at| written(at)),
    };
    2 * Cost::from(symbol.depth() > 0 && !is_filled) + 2 * Cost::from(!is_awaited)
}

/// `f(int n)` and `float(a)`: a call names no types.
fn type_among_arguments(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    if !words::is_type_keyword(site.word()) {
        return Vec::new();
    }
    let Some(open) = source.enclosing(site.next, "(") else {
        return conversion(site).into_iter().collect();
    };
    let close = source.partner(open).unwrap_or(source.line_tokens(open).end);
    let types: Vec<usize> = arguments(source, open, close)
        .into_iter()
        .map(|argument| argument.start)
        .filter(|&at| words::is_type_keyword(source.word(at)) && source.kind(at + 1) == Some(Kind::Word))
        .collect();
    let mut mends: Vec<Mend> = conversion(site).into_iter().collect();
    if let Some((first, others)) = types.split_first() {
        let removed = |at: usize| source.start(at)..source.start(at + 1);
        let mend = Mend::delete(removed(*first), source.word(*first), 2);
        mends.push(others.iter().fold(mend, |mend, &at| mend.and(removed(at), "")));
    }
    mends
}

/// `float(a)` as a cast.
fn conversion(site: &Site<'_, '_>) -> Option<Mend> {
    let source: &Source<'_> = site.source;
    let open = site.next + 1;
    let range = source.range(site.next);
    let call = source.word(open) == "(" && source.partner(open).is_some();
    call.then(|| {
        Mend::insert(range.start, "(", 3)
            .and(range.end..range.end, ")")
            .titled(format!("write '({})'", site.word()))
    })
}

/// `x < [i]`: an index without its array.
fn missing_array(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    if site.word() != "[" || matches!(site.before(), ")" | "]") {
        return Vec::new();
    }
    let arrays = site
        .symbols
        .visible(site.next)
        .filter(|symbol| symbol.is_value() && symbol.depth() > 0);
    let line = source.between(source.line_tokens(site.next));
    let mut names: Vec<(Cost, &str)> = arrays
        .map(|symbol| (3 + Cost::from(!line.contains(symbol.name)), symbol.name))
        .collect();
    names.sort_by_key(|(cost, _)| *cost);
    let at = source.start(site.next);
    names
        .into_iter()
        .take(4)
        .map(|(cost, name)| Mend::insert(at, name.to_owned(), cost))
        .collect()
}
