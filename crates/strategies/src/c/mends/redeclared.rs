//! Names that are declared twice, or otherwise than before.

use std::ops::Range;

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::symbols::{Role, Symbol};
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let Complaint::Redeclared(name) = &site.fault.complaint else {
        return Vec::new();
    };
    let source = site.source;
    let at = (site.next..site.next + 4)
        .find(|&at| source.word(at) == name)
        .unwrap_or(site.next);
    let declared: Vec<&Symbol<'_>> = site
        .symbols
        .all
        .iter()
        .filter(|symbol| symbol.name == name)
        .collect();
    let second = declared.iter().find(|symbol| symbol.token == at);
    let first = declared.iter().rfind(|symbol| symbol.token < at);
    let mut mends = Vec::new();
    if let Some(second) = second.filter(|second| !second.is_function()) {
        mends.extend(second_as_assignment(
            source,
            second,
            first.is_some_and(|first| first.role == Role::Parameter),
        ));
        mends.extend(without_declarator(source, second, 3));
    }
    match (first, second) {
        (Some(first), Some(second)) if first.is_function() && second.is_function() => {
            mends.extend(alike(source, first, second));
        }
        (Some(first), _) if !first.is_function() && first.role != Role::Parameter => {
            mends.extend(without_declarator(source, first, 4));
        }
        _ => {}
    }
    mends.extend(
        first
            .is_none()
            .then(|| prototype_from_definition(site, at))
            .flatten(),
    );
    mends
}

/// `int n = 0;` for an `n` that exists is `n = 0;`.
fn second_as_assignment(source: &Source<'_>, symbol: &Symbol<'_>, is_parameter: bool) -> Option<Mend> {
    let start = symbol.declaration.start;
    let alone = source.word(symbol.declaration.end) == ";" || source.word(symbol.declaration.end) == ",";
    let first = (start..symbol.token).all(|at| source.word(at) != ",");
    let is_assigned = source.word(symbol.token + 1) == "=";
    let range = source.start(start)..source.start(symbol.token);
    let cost = 2 + 2 * Cost::from(is_parameter);
    (is_assigned && alone && first).then(|| Mend::delete(range, source.between(start..symbol.token), cost))
}

/// The declaration without this name.
fn without_declarator(source: &Source<'_>, symbol: &Symbol<'_>, cost: Cost) -> Option<Mend> {
    let (range, alone) = declarator(source, symbol)?;
    let what = source.text[range.clone()].to_owned();
    let initialised = what.contains('=');
    let cost = cost + 2 * Cost::from(initialised) + Cost::from(alone);
    let mend = Mend::delete(range, &what, cost);
    // Removing the declaration also removes its initialisation.
    Some(if initialised { mend.bold() } else { mend })
}

/// The bytes of a declarator with one of its commas, or of the whole declaration when it is the only one.
fn declarator(source: &Source<'_>, symbol: &Symbol<'_>) -> Option<(Range<usize>, bool)> {
    let mut first = symbol.token;
    while source.word_before(first) == "*" {
        first -= 1;
    }
    let end = declarator_end(source, symbol.token);
    let before = source.word_before(first);
    match (before, source.word(end)) {
        (_, ",") => Some((source.start(first)..source.start(end + 1), false)),
        (",", _) => Some((source.start(first - 1)..source.end_before(end), false)),
        (_, ";") => {
            let whole = source.start(symbol.declaration.start)..source.range(end).end;
            Some((source.with_layout(whole), true))
        }
        _ => None,
    }
}

fn declarator_end(source: &Source<'_>, from: usize) -> usize {
    let mut at = from;
    while at < source.tokens.len() {
        match source.word(at) {
            "(" | "[" | "{" => at = source.partner(at).unwrap_or(at),
            "," | ";" | ")" | "}" => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

/// A prototype and a definition that differ: one is made like the other, and a call decides which
/// costs less only through what else the compiler says.
fn alike(source: &Source<'_>, first: &Symbol<'_>, second: &Symbol<'_>) -> Vec<Mend> {
    let (Some(one), Some(other)) = (signature(source, first), signature(source, second)) else {
        return Vec::new();
    };
    let is_prototype = source.word(one.end) == ";";
    let whole = |range: &Range<usize>| source.span(range.clone());
    let mut mends = Vec::new();
    if is_prototype {
        let text = source.between(other.clone()).to_owned();
        mends.push(Mend::replace(whole(&one), text, 3).titled("write the prototype as the definition"));
    }
    let text = source.between(one.clone()).to_owned();
    let named = text.contains(' ');
    mends.push(
        Mend::replace(whole(&other), text, if named { 4 } else { 7 })
            .titled("write the definition as the prototype"),
    );
    mends.extend(implicit_type(source, first, second));
    mends
}

/// A prototype without a type gets that of the definition.
fn implicit_type(source: &Source<'_>, first: &Symbol<'_>, second: &Symbol<'_>) -> Option<Mend> {
    let typed = first.declaration.start < first.token;
    let words = source
        .between(second.declaration.start..second.token)
        .trim()
        .to_owned();
    (!typed).then(|| Mend::insert(source.start(first.token), format!("{words} "), 2))
}

/// The tokens of a function's type, name and parameters.
fn signature(source: &Source<'_>, symbol: &Symbol<'_>) -> Option<Range<usize>> {
    let close = source.partner(symbol.token + 1)?;
    Some(symbol.declaration.start..close + 1)
}

/// `f(int);` above `void f(int n) {`: a declaration that was read as an `int` function, and calls
/// before the definition, which declare nothing else.
fn prototype_from_definition(site: &Site<'_, '_>, at: usize) -> Option<Mend> {
    let source = site.source;
    let symbol = site
        .symbols
        .all
        .iter()
        .find(|symbol| symbol.token == at && symbol.is_function())?;
    let signature = source.between(signature(source, symbol)?).to_owned();
    let words = source
        .between(symbol.declaration.start..symbol.token)
        .trim()
        .to_owned();
    let earlier = site
        .fault
        .notes
        .iter()
        .find(|(_, text)| text.contains("previous"));
    let (offset, _) = earlier?;
    let token = source.token_at(*offset);
    let bare = source.word(token) == symbol.name && source.enclosing(token, "{").is_none();
    if bare {
        return Some(Mend::insert(source.start(token), format!("{words} "), 2));
    }
    let first =
        (0..source.tokens.len()).find(|&at| source.kind(at) != Some(crate::c::token::Kind::Directive))?;
    Some(
        Mend::insert(source.start(first), format!("{signature};\n"), 3)
            .titled("declare the function before its use"),
    )
}
