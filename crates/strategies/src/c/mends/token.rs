//! Changes tried when no rule applies: insert a token, delete one, swap two.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::library;
use crate::c::source::Source;
use crate::c::symbols::{Symbol, end_of_statement};
use crate::c::token::Kind;
use crate::mend::{Cost, Mend};

/// Tokens that are easily left out.
const FORGOTTEN: &[&str] = &[";", ")", "(", "}", "{", ",", "]", "\"", "=", "*", "&"];

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    mends.extend(stray(site));
    mends.extend(whole_statement(site));
    if !site.is_syntax() {
        return mends;
    }
    let source = site.source;
    let here = site.next;
    mends.extend(
        [here.wrapping_sub(1), here]
            .into_iter()
            .filter_map(|at| without(source, at)),
    );
    mends.extend(exchanged(source, here));
    let place = source.end_before(here);
    mends.extend(wanted(site));
    mends.extend(FORGOTTEN.iter().map(|&token| Mend::insert(place, token, 8)));
    mends
}

/// Characters that C has no use for.
fn stray(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let strays = line.filter(|&at| source.kind(at) == Some(Kind::Stray));
    strays
        .map(|at| {
            let meant = match source.word(at) {
                "\u{201c}" | "\u{201d}" => "\"",
                "\u{2018}" | "\u{2019}" | "\u{b4}" => "'",
                "\u{2013}" | "\u{2014}" | "\u{2212}" => "-",
                "\u{d7}" => "*",
                "\u{ff1b}" => ";",
                "\u{ff0c}" => ",",
                _ => return Mend::delete(source.range(at), source.word(at), 3),
            };
            Mend::replace(source.range(at), meant, 1)
        })
        .collect()
}

fn without(source: &Source<'_>, at: usize) -> Option<Mend> {
    let word = source.word(at);
    let cost: Cost = match source.kind(at)? {
        Kind::Mark | Kind::Stray => 6,
        _ => 8,
    };
    (source.kind(at) != Some(Kind::Directive)).then(|| Mend::delete(source.range(at), word, cost))
}

fn exchanged(source: &Source<'_>, at: usize) -> Option<Mend> {
    let before = at.checked_sub(1)?;
    let words = (source.word(before), source.word(at));
    let adjacent = source.range(before).end == source.start(at) && !words.1.is_empty();
    let range = source.start(before)..source.range(at).end;
    adjacent.then(|| Mend::replace(range, format!("{}{}", words.1, words.0), 7))
}

/// The statement at the place, which may not have been meant to be there.
fn whole_statement(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let start = site.statement();
    let end = end_of_statement(source, start);
    let short = end > start && end - start < 40;
    // A statement that parses and has an effect is wrong in some way, but meant.
    let is_meant = !site.is_syntax() && (start..end).any(|at| calls(site, at) || source.word(at) == "=");
    (short && !is_meant).then(|| Mend::delete(source.span(start..end), source.between(start..end), 12).bold())
}

/// Returns whether a function is called at a token that the program has or the library is known for.
fn calls(site: &Site<'_, '_>, at: usize) -> bool {
    let source = site.source;
    let name = source.word(at);
    let is_own = site.symbols.lookup(name, at).is_some_and(Symbol::is_function);
    source.is_name(at) && source.word(at + 1) == "(" && (is_own || library::header_of(name).is_some())
}

/// The marks that the compiler itself names.
fn wanted(site: &Site<'_, '_>) -> Vec<Mend> {
    let Complaint::Expected { wanted, .. } = &site.fault.complaint else {
        return Vec::new();
    };
    let source = site.source;
    let place = source.end_before(site.next);
    let marks = wanted
        .iter()
        .filter(|mark| mark.chars().all(|c| c.is_ascii_punctuation()) && *mark != "...");
    marks
        .flat_map(|mark| {
            let cost = if mark == ":" { 2 } else { 5 };
            let instead = Mend::replace(source.range(site.next), mark.clone(), 6);
            let is_mark = source.kind(site.next) == Some(Kind::Mark);
            [
                Some(Mend::insert(place, mark.clone(), cost)),
                is_mark.then_some(instead),
            ]
        })
        .flatten()
        .collect()
}
