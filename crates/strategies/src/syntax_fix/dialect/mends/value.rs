//! Values of configuration files: texts without quotes, `True`, backslashes that mean nothing.

use super::Site;
use crate::syntax_fix::dialect::lex::Kind;
use crate::syntax_fix::language::Mend;

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    for (at, farness) in site.near() {
        mends.extend(word(site, at, farness));
        mends.extend(rest_of_line(site, at, farness));
        mends.extend(backslash(site, at, farness));
    }
    mends
}

/// A word that the language writes otherwise, or that is a text.
fn word(site: &Site<'_, '_>, at: usize, farness: u32) -> Vec<Mend> {
    let source = site.source;
    let word = source.word(at);
    if !matches!(source.kind(at), Some(Kind::Word | Kind::Number)) {
        return Vec::new();
    }
    let known = site
        .dialect
        .foreign
        .iter()
        .filter(|(foreign, _)| *foreign == word);
    let mut mends: Vec<Mend> = known
        .map(|&(_, own)| Mend::replace(source.range(at), own, 1 + farness))
        .collect();
    mends.push(Mend::replace(
        source.range(at),
        format!("\"{word}\""),
        3 + farness,
    ));
    mends
}

/// `name = some words`, `title: a: b`, `version = 1.0.0-rc.1 # comment`.
fn rest_of_line(site: &Site<'_, '_>, at: usize, farness: u32) -> Vec<Mend> {
    let source = site.source;
    let is_value = matches!(source.word_before(at), "=" | ":" | "-" | "," | "[");
    if !is_value || source.begins_line(at) || source.word(at).starts_with(['"', '\'']) {
        return Vec::new();
    }
    let line = source.line_tokens(at);
    let whole = source.start(at)..source.end_before(line.end);
    let comma = (at..line.end).find(|&end| matches!(source.word(end), "," | "]" | "}"));
    let part = comma.map(|end| source.start(at)..source.end_before(end));
    let ranges = [Some(whole), part]
        .into_iter()
        .flatten()
        .filter(|range| !range.is_empty());
    ranges
        .flat_map(|range| {
            let text = source.text[range.clone()].trim_end();
            let bare = text.trim_matches(['"', '\'']);
            let double = (!bare.contains(['"', '\\'])).then(|| format!("\"{bare}\""));
            let single = (!bare.contains('\'')).then(|| format!("'{bare}'"));
            // Quotes inside are more likely the intended ones.
            let dearer = if text.contains(['"', '\'']) { 4 } else { 0 };
            // A value that would mean something else without quotes was meant as a text.
            let must = text.contains(": ") || text.starts_with(['@', '`', '%', '*', '&', '!']);
            let costs = if must { [1, 2] } else { [2, 3] };
            let quoted = double.into_iter().chain(single).zip(costs);
            quoted
                .map(move |(text, cost)| Mend::replace(range.clone(), text, cost + dearer + farness))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// `"C:\path"`: backslashes that begin no escape, doubled.
fn backslash(site: &Site<'_, '_>, at: usize, farness: u32) -> Option<Mend> {
    let word = site.source.word(at);
    let is_text = word.starts_with('"') && word.contains('\\');
    // An escaped quote is the escape that is most likely intended.
    let doubled = word
        .split("\\\\")
        .map(|part| part.replace('\\', "\\\\").replace("\\\\\"", "\\\""))
        .collect::<Vec<String>>()
        .join("\\\\");
    is_text.then(|| Mend::replace(site.source.range(at), doubled, 3 + farness))
}
