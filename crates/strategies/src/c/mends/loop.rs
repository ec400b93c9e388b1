//! The header of a `for`: three parts between semicolons.
//!
//! `for (i = 0, i < n; i++)`, `for (i = 0; i < n)`, `for (n > 1)`.

use std::ops::Range;

use super::Site;
use crate::c::source::Source;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let Some(open) = header(site) else {
        return Vec::new();
    };
    let source = site.source;
    let end = end(source, open);
    let inside = |word: &str| top_level(source, open, end, word);
    let semicolons = inside(";");
    match semicolons.len() {
        0 if inside(",").len() < 2 => condition_only(source, open).into_iter().collect(),
        0 | 1 => {
            let commas = inside(",");
            let mut mends: Vec<Mend> = commas.iter().map(|&at| comma(source, at, open..end)).collect();
            mends.extend(all_commas(source, &commas, semicolons.len()));
            mends.extend(missing_part(source, open, end, &semicolons));
            mends
        }
        2 => Vec::new(),
        _ => surplus(source, &semicolons, end),
    }
}

/// The bracket of the `for` that the fault is in or just behind.
fn header(site: &Site<'_, '_>) -> Option<usize> {
    let source = site.source;
    if !site.is_syntax() {
        return None;
    }
    let line = source.line_tokens(site.next.saturating_sub(1));
    let around = source
        .enclosing(site.next, "(")
        .filter(|&open| source.is_for(open));
    around.or_else(|| (line.start..=site.next).rev().find(|&at| source.is_for(at)))
}

fn end(source: &Source<'_>, open: usize) -> usize {
    let line = source.line_tokens(open).end;
    source.partner(open).unwrap_or(line)
}

/// Tokens of this kind in the header, not inside further brackets.
fn top_level(source: &Source<'_>, open: usize, end: usize, word: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = open + 1;
    while at < end {
        match source.word(at) {
            "(" | "[" | "{" => at = source.partner(at).unwrap_or(at),
            other if other == word => found.push(at),
            _ => {}
        }
        at += 1;
    }
    found
}

/// A comma in place of one of the semicolons around the condition.
fn comma(source: &Source<'_>, at: usize, header: Range<usize>) -> Mend {
    let is_comparison = |range: Range<usize>| {
        range
            .clone()
            .any(|at| matches!(source.word(at), "<" | ">" | "<=" | ">=" | "==" | "!="))
    };
    let part_end = |from: usize| (from..header.end).find(|&at| matches!(source.word(at), "," | ";"));
    let part_start = |to: usize| {
        (header.start + 1..to)
            .rev()
            .find(|&at| matches!(source.word(at), "," | ";"))
    };
    let after = at + 1..part_end(at + 1).unwrap_or(header.end);
    let before = part_start(at).unwrap_or(header.start) + 1..at;
    let cost = match is_comparison(after) || is_comparison(before) {
        true => 1,
        false => 4,
    };
    Mend::replace(source.range(at), ";", cost).titled("write ';' for ','")
}

/// `for (i = 0, i < n, i++)`.
fn all_commas(source: &Source<'_>, commas: &[usize], semicolons: usize) -> Option<Mend> {
    let [first, second] = commas else { return None };
    let both = Mend::replace(source.range(*first), ";", 2).and(source.range(*second), ";");
    (semicolons == 0).then(|| both.titled("write ';' for ','"))
}

/// A part that is not there: the step, or nothing at all.
fn missing_part(source: &Source<'_>, open: usize, end: usize, semicolons: &[usize]) -> Vec<Mend> {
    let [first] = semicolons else {
        return Vec::new();
    };
    let at = source.end_before(end);
    let mut mends = vec![Mend::insert(at, ";", if first + 1 == end { 2 } else { 4 })];
    let counter = (open + 1..*first)
        .find(|&at| source.word(at + 1) == "=")
        .filter(|_| first + 1 < end);
    let falls = (*first..end).any(|at| matches!(source.word(at), ">" | ">="));
    mends.extend(counter.map(|counter| {
        let step = if falls { "--" } else { "++" };
        Mend::insert(at, format!(";{}{step}", source.word(counter)), 3)
    }));
    mends
}

/// `for (n > 1)` in place of `while`.
fn condition_only(source: &Source<'_>, open: usize) -> Option<Mend> {
    let close = source.partner(open)?;
    (close > open + 1).then(|| Mend::replace(source.range(open - 1), "while", 5))
}

/// One semicolon too many: the last, or one that should be a comma.
fn surplus(source: &Source<'_>, semicolons: &[usize], end: usize) -> Vec<Mend> {
    let at_end = |at: usize| at + 1 == end;
    semicolons
        .iter()
        .map(|&at| match at_end(at) {
            true => Mend::delete(source.range(at), ";", 2),
            false => Mend::replace(source.range(at), ",", 4).titled("write ',' for ';'"),
        })
        .collect()
}
