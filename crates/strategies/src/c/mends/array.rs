//! Arrays: an empty index, a missing size, a subscript that does not fit.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::symbols::Symbol;
use crate::c::token::Kind;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    if site.wants("expression") && site.word() == "]" && site.before() == "[" {
        mends.extend(empty_index(site));
    }
    let may_be_index = matches!(
        site.fault.complaint,
        Complaint::NotStruct(_) | Complaint::NotAssignable
    );
    if site.is_syntax() || may_be_index {
        mends.extend(index_left_open(site));
        mends.extend(index_without_open(site));
    }
    if let Complaint::NotCallable(_) = &site.fault.complaint {
        mends.extend(round_index(site));
    }
    if let Complaint::SizeMissing(name) = &site.fault.complaint {
        mends.extend(missing_size(site, name));
    }
    mends
}

/// `books[i.id`: a member is read from an index, which has none.
fn index_left_open(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next.saturating_sub(1));
    let open = line.filter(|&at| source.word(at) == "[" && source.partner(at).is_none());
    let dots = open.filter(|&at| {
        let is_index = source.is_name(at + 1) || source.kind(at + 1) == Some(Kind::Number);
        is_index && matches!(source.word(at + 2), "." | "->") && source.is_name(at + 3)
    });
    dots.map(|at| Mend::insert(source.start(at + 2), "]", 1))
        .collect()
}

/// `stack++top]` and `int f(char text])`: an index, or no size, without its first bracket.
fn index_without_open(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next.saturating_sub(1));
    let surplus = line
        .clone()
        .filter(|&at| source.word(at) == "]" && source.partner(at).is_none());
    let opened = surplus.filter_map(|close| {
        let is_parameter = source.enclosing(close, "{").is_none();
        if is_parameter && close > line.start && source.is_name(close - 1) {
            return Some(source.start(close));
        }
        let is_array = |at: &usize| {
            let symbol = site.symbols.lookup(source.word(*at), *at);
            symbol.is_some_and(|symbol| symbol.depth() > 0) && source.word(at + 1) != "["
        };
        let array = (line.start..close.saturating_sub(1)).rev().find(is_array)?;
        Some(source.range(array).end)
    });
    opened.map(|at| Mend::insert(at, "[", 1)).collect()
}

/// `a(i)`, `a[i](j)`: an array that is called.
fn round_index(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let is_array = |at: usize| {
        let symbol = site.symbols.lookup(source.word(at), at);
        source.word(at) == "]" || symbol.is_some_and(|symbol| symbol.depth() > 0)
    };
    let calls = line.filter(|&at| source.word(at) == "(" && at > 0 && is_array(at - 1));
    let indices = calls.filter_map(|open| {
        let close = source.partner(open).filter(|&close| close > open + 1)?;
        let first = Mend::replace(source.range(open), "[", 1);
        Some(
            first
                .and(source.range(close), "]")
                .titled("write '[...]' for '(...)'"),
        )
    });
    indices.collect()
}

/// `f(a[])`, `s[] = 0`.
fn empty_index(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let open = site.next - 1;
    let Some(name) = name_before(source, open) else {
        return Vec::new();
    };
    let symbol = site.symbols.lookup(source.word(name), name);
    let mut mends = vec![without_brackets(site, passed_whole(site, name, open))];
    let at = source.start(site.next);
    mends.extend(
        counters(site)
            .into_iter()
            .map(|(counter, cost)| Mend::insert(at, counter, cost)),
    );
    mends.push(Mend::insert(at, "0", 4));
    if let Some(size) = symbol.and_then(|symbol| symbol.sizes.first()) {
        let size = source.between(size.clone()).to_owned();
        if !size.is_empty() {
            mends.push(Mend::insert(at, size, 5));
        }
    }
    mends
}

/// Removes all pairs of empty brackets on the line, since one call passes its arrays in the same way.
fn without_brackets(site: &Site<'_, '_>, cost: Cost) -> Mend {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let pairs = line.filter(|&at| source.word(at) == "[" && source.word(at + 1) == "]");
    let ranges: Vec<_> = pairs
        .map(|at| source.start(at)..source.range(at + 1).end)
        .collect();
    let own = source.start(site.next - 1)..source.range(site.next).end;
    let mend = Mend::delete(own.clone(), "[]", cost);
    let others = ranges.into_iter().filter(|range| *range != own);
    others.fold(mend, |mend, range| mend.and(range, ""))
}

fn name_before(source: &Source<'_>, open: usize) -> Option<usize> {
    let mut at = open.checked_sub(1)?;
    while source.word(at) == "]" {
        at = source.partner(at)?.checked_sub(1)?;
    }
    source.is_name(at).then_some(at)
}

/// An array that is an argument is usually meant as a whole.
fn passed_whole(site: &Site<'_, '_>, name: usize, open: usize) -> Cost {
    let source = site.source;
    let before = source.word_before(name);
    let after = source.word(open + 2);
    let whole = matches!(before, "(" | ",") && matches!(after, ")" | ",");
    if whole { 1 } else { 5 }
}

/// The variables of the loops around the place, the innermost first.
fn counters(site: &Site<'_, '_>) -> Vec<(String, Cost)> {
    let source = site.source;
    let mut counters: Vec<(String, Cost)> = Vec::new();
    for at in (0..site.next).rev().filter(|&at| source.is_for(at)) {
        let end = source
            .partner(at)
            .map(|close| crate::c::symbols::end_of_statement(source, close + 1));
        let counter = (at + 1..at + 4)
            .find(|&at| source.word(at + 1) == "=")
            .map(|at| source.word(at));
        if let Some(counter) = counter.filter(|_| end.is_none_or(|end| end > site.next))
            && !counters.iter().any(|(known, _)| known == counter)
        {
            let cost = 2 + Cost::try_from(counters.len()).unwrap_or(0);
            counters.push((counter.to_owned(), cost));
        }
    }
    counters
}

/// `int a[];`: as large as its neighbours are, or as the number that it is filled up to.
fn missing_size(site: &Site<'_, '_>, name: &str) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let name = if name.is_empty() { site.word() } else { name };
    let mut names = line.filter(|&at| source.word(at) == name && source.word(at + 1) == "[");
    // Only the first size of an array of arrays may be missing.
    let empty = names.find_map(|at| {
        let mut empty = None;
        let mut open = at + 1;
        while source.word(open) == "[" {
            empty = Some(open).filter(|&open| source.word(open + 1) == "]").or(empty);
            open = source.partner(open)? + 1;
        }
        empty
    });
    let Some(open) = empty else {
        return Vec::new();
    };
    let at = source.start(open + 1);
    let known = site
        .symbols
        .all
        .iter()
        .flat_map(|symbol: &Symbol<'_>| symbol.sizes.iter());
    let mut sizes: Vec<String> = known
        .map(|size| source.between(size.clone()).to_owned())
        .filter(|size| {
            !size.is_empty() && size.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())
        })
        .collect();
    sizes.sort();
    sizes.dedup();
    sizes.truncate(3);
    let mut mends: Vec<Mend> = sizes.into_iter().map(|size| Mend::insert(at, size, 4)).collect();
    mends.push(Mend::insert(at, "100", 5));
    mends
}
