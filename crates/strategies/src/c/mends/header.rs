//! Headers: misspelt, nameless, and those that a name of the library needs.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::library;
use crate::c::mend::{Cost, Mend};
use crate::c::near;
use crate::c::source::Source;
use crate::c::token::Kind;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    match &site.fault.complaint {
        Complaint::MissingHeader(name) => misspelt(site, name),
        Complaint::NamelessInclude => nameless(site),
        Complaint::Undeclared(name) | Complaint::UnknownType(name) | Complaint::UnknownFunction(name) => {
            let mut mends: Vec<Mend> = needed(site.source, name).into_iter().collect();
            mends.extend(directive_without_mark(site));
            mends
        }
        Complaint::Unterminated('>') => not_closed(site).into_iter().collect(),
        _ => directive_without_mark(site)
            .into_iter()
            .chain(definition_as_statement(site))
            .collect(),
    }
}

/// `#include <stido.h>`.
fn misspelt(site: &Site<'_, '_>, name: &str) -> Vec<Mend> {
    let source = site.source;
    let directive = directive_of(site);
    let range = source.range(directive);
    let Some(at) = source.word(directive).find(name) else {
        return Vec::new();
    };
    let place = range.start + at..range.start + at + name.len();
    let mut headers: Vec<(&str, usize)> = library::headers(site.is_cpp)
        .filter(|header| near::is_near(name, header) || header.trim_end_matches(".h") == name)
        .map(|header| (header, near::distance(name, header)))
        .collect();
    headers.sort_by_key(|&(header, distance)| (distance, header));
    headers
        .into_iter()
        .take(3)
        .map(|(header, distance)| {
            let cost = Cost::try_from(distance / 2).unwrap_or(Cost::MAX);
            Mend::replace(place.clone(), header, 1 + cost)
        })
        .collect()
}

fn directive_of(site: &Site<'_, '_>) -> usize {
    let source = site.source;
    let at = site.next.min(source.tokens.len().saturating_sub(1));
    (0..=at)
        .rev()
        .find(|&at| source.kind(at) == Some(Kind::Directive))
        .unwrap_or(at)
}

/// `#include` alone, and `#include stdio.h`.
fn nameless(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let directive = directive_of(site);
    let range = source.range(directive);
    let written = source.word(directive).trim_start_matches('#').trim_start();
    let name = written.strip_prefix("include").unwrap_or_default().trim();
    let name = name.trim_matches(['<', '>', '"', '\'', '(', ')', ' ']);
    let header =
        library::headers(site.is_cpp).find(|header| *header == name || header.trim_end_matches(".h") == name);
    let header = header.unwrap_or(if site.is_cpp { "iostream" } else { "stdio.h" });
    vec![Mend::replace(range, format!("#include <{header}>"), 2)]
}

/// The header that declares a name, behind those that are there.
pub(super) fn needed(source: &Source<'_>, name: &str) -> Option<Mend> {
    let header = library::header_of(name)?;
    let included = |at: &usize| source.word(*at).contains("include") && source.word(*at).contains(header);
    let directives = || (0..source.tokens.len()).filter(|&at| source.kind(at) == Some(Kind::Directive));
    if directives().any(|at| included(&at)) {
        return None;
    }
    let last = directives().rfind(|&at| source.word(at).contains("include"));
    let line = format!("#include <{header}>");
    Some(match last {
        Some(last) => Mend::insert(source.range(last).end, format!("\n{line}"), 2),
        None => Mend::insert(0, format!("{line}\n"), 2),
    })
}

/// `#include <stdio.h`
fn not_closed(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let directive = directive_of(site);
    let range = source.range(directive);
    source
        .word(directive)
        .contains('<')
        .then(|| Mend::insert(range.end, ">", 1))
}

/// `include <stdio.h>`
fn directive_without_mark(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let names = matches!(source.word(line.start), "include" | "define") && line.len() > 1;
    names.then(|| Mend::insert(source.start(line.start), "#", 1))
}

/// `#define N 10;` and `#define N = 10`: the text of a macro is taken as it stands.
fn definition_as_statement(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let definitions = (0..source.tokens.len())
        .filter(|&at| source.kind(at) == Some(Kind::Directive) && source.word(at).contains("define"));
    let mut mends = Vec::new();
    for at in definitions {
        let (text, range) = (source.word(at), source.range(at));
        if text.ends_with(';') {
            mends.push(Mend::delete(range.end - 1..range.end, ";", 1));
        }
        let mut words = text.split_whitespace().skip(2);
        if words.next() == Some("=")
            && let Some(equals) = text.find('=')
        {
            let equals = range.start + equals;
            mends.push(Mend::delete(equals..equals + 1, "=", 1));
        }
    }
    mends
}
