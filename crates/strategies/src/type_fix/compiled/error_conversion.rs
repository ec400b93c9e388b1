//! Rust: `?` for an error from which the declared error type cannot be made, though it can be made from a third type
//! (E0277).

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::code_words::last_part;
use crate::proposal::{Offer, guess};
use crate::weights::in_order;

pub(super) static RULE: Rule = Rule {
    action: "convert the error in two steps",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::UnhandledException { .. }),
    offers,
};

/// What an error type is made from: its implementations of `From`, or attributes of the variants in its file.
static SOURCES: LazyLock<Regex> = LazyLock::new(|| {
    let implemented = r"\bimpl\s+(?:\w+::)*From<(?<source>[\w:]+)>\s+for\s+(?:\w+::)*(?<target>\w+)\s*\{";
    let of_variant = r"#\[from\]\s*(?:\w+:\s+)?(?<variant>[\w:]+)\s*[,)]";
    pattern(&format!("{implemented}|{of_variant}"))
});

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::UnhandledException {
        exception,
        expected: Some(expected),
    } = site.fact
    else {
        return Ok(Vec::new());
    };
    if !site.text()[site.at.start..].starts_with('?') {
        return Ok(Vec::new());
    }
    let mut notes = site.diagnostic.notes.iter();
    let defined = notes.find(|note| note.message.contains("needs to implement `From<"));
    let file = defined.and_then(|note| site.workspace.locate(note.location.file.as_deref()?));
    let page = file.and_then(|file| Some((site.workspace.read_text(&file).ok()?, file)));
    let Some((text, file)) = page else {
        return Ok(Vec::new());
    };
    let mut steps = sources(&text, last_part(expected));
    // Elsewhere a name without its path would need an import.
    steps.retain(|step| last_part(step) != last_part(exception) && (file == *site.file || is_absolute(step)));
    // Each costs a compilation.
    let steps = steps.into_iter().zip(in_order());
    steps
        .map(|(step, confidence)| {
            let edit = site.insert(site.at.start, format!(".map_err({step}::from)"))?;
            let reason = format!("'{expected}' is made from '{step}', and not from '{exception}'");
            let title = format!("convert the error to '{step}' first");
            Ok(guess(title, reason, confidence, vec![edit]))
        })
        .collect()
}

/// The types that a type is made from, those of other crates first: they know their own errors.
fn sources<'t>(text: &'t str, target: &str) -> Vec<&'t str> {
    let mut found: Vec<&str> = Vec::new();
    for captures in SOURCES.captures_iter(text) {
        let is_of_target = captures.name("target").is_none_or(|of| of.as_str() == target);
        let source = captures.name("source").or_else(|| captures.name("variant"));
        let source = source.map(|source| source.as_str()).filter(|_| is_of_target);
        found.extend(source.filter(|source| !found.contains(source)));
    }
    found.sort_by_key(|source| !is_absolute(source));
    found
}

/// Returns whether a path begins with the name of a crate, to all appearances.
fn is_absolute(path: &str) -> bool {
    let modules = ["crate", "fmt", "io", "num", "self", "str", "string", "super"];
    let first = path.split_once("::").map(|(first, _)| first);
    first.is_some_and(|first| !modules.contains(&first) && first.starts_with(|c: char| c.is_lowercase()))
}
