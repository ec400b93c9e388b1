//! A path whose letters are written in another case than those of the file.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{DeterminedBy, Diagnostic, Fact, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

/// The path that cannot be opened, as interpreters and the C library say it.
static PATH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"[Nn]o such file or directory(?:, \w+|:)? ['"‘](?<after>[^'"’]+)['"’]|open (?<open>[^\s:]+): [Nn]o such file"#,
    )
});

/// The path that a diagnostic says does not exist.
pub(super) fn missing(diagnostic: &Diagnostic) -> Option<&str> {
    if let Some(Fact::MissingHeader { header }) = &diagnostic.fact {
        return header.as_deref();
    }
    let found = PATH.captures(&diagnostic.message)?;
    Some(found.name("after").or_else(|| found.name("open"))?.as_str())
}

/// The path in the case of the only file that it can mean, where the failing code writes it.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let Some(path) = missing(case.diagnostic) else {
        return Vec::new();
    };
    let path = path.trim_start_matches("./");
    let files = case.context.workspace.files();
    let is_it = |file: &&RelPath| {
        let name = file.as_str();
        let end = name
            .len()
            .checked_sub(path.len())
            .filter(|end| name.is_char_boundary(*end));
        end.is_some_and(|end| {
            let is_whole = end == 0 || name[..end].ends_with('/');
            is_whole && name[end..].eq_ignore_ascii_case(path) && !name.ends_with(path)
        })
    };
    let mut meant = files.iter().filter(is_it);
    let (Some(file), None) = (meant.next(), meant.next()) else {
        return Vec::new();
    };
    let right = &file.as_str()[file.as_str().len() - path.len()..];
    let Some((home, before)) = home(case, path) else {
        return Vec::new();
    };
    vec![Offer {
        title: format!("write '{right}' for '{path}' in {home}"),
        reason: format!("there is no '{path}', and {file} differs from it only in letter case"),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite {
            after: before.replace(path, right),
            before,
            file: home,
        }],
    }]
}

/// The innermost own file on the way to the failure that writes the path in quotes, once.
fn home(case: &Case<'_>, path: &str) -> Option<(RelPath, String)> {
    let frames = case.diagnostic.frames.iter().rev().map(|frame| &frame.location);
    let places = std::iter::once(&case.diagnostic.location).chain(frames);
    let files = places.filter_map(|place| case.context.workspace.locate(place.file.as_deref()?));
    let mut texts = files.filter_map(|file| Some((file.clone(), case.read(&file)?)));
    texts.find(|(_, text)| is_quoted_once(text, path))
}

fn is_quoted_once(text: &str, path: &str) -> bool {
    let mut places = text.match_indices(path);
    let (Some((at, _)), None) = (places.next(), places.next()) else {
        return false;
    };
    let before = text[..at].trim_end_matches("./");
    before.ends_with(['"', '\'', '`']) && text[at + path.len()..].starts_with(['"', '\'', '`'])
}
