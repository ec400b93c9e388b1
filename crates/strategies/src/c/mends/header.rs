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
            needed(site.source, name).into_iter().collect()
        }
        _ => Vec::new(),
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
