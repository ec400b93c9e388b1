//! A crate that is not linked and is nearly called like one that the manifest names.

use std::collections::BTreeSet;

use unbreak_core::{Edit, StrategyError};

use super::{Found, Rule};
use crate::closeness::closest;
use crate::elsewhere::Subject;
use crate::names::text;
use crate::proposal::{Offer, safe};

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "find the crate",
    wordings: &[
        r"^unresolved import `(?P<name>\w+)",
        r"^failed to resolve: (?:use of unresolved module or unlinked crate|use of undeclared crate or module) `(?P<name>\w+)`",
        r"^cannot find module or crate `(?P<name>\w+)`",
        r"^can't find crate for `(?P<name>\w+)`",
    ],
    offers,
};

/// The crates that come with the compiler.
const SYSROOT: &[&str] = &["std", "core", "alloc", "proc_macro", "test"];

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(name) = found
        .said("name")
        .filter(|name| !matches!(*name, "crate" | "self" | "super"))
    else {
        return Ok(Vec::new());
    };
    let known = crates(found);
    if known.contains(name) {
        return Ok(Vec::new());
    }
    let text = found.case.text;
    let mut offers = Vec::new();
    for (near, score) in closest(name, known.iter().map(String::as_str))
        .into_iter()
        .take(2)
    {
        let leads = text::words_in(text).filter(|word| {
            let before = &text[..word.start];
            &text[word.clone()] == name && !before.ends_with("::") && !before.ends_with('.')
        });
        let edits: Result<Vec<Edit>, _> = leads
            .map(|word| Edit::replace(found.case.file, text, word, near))
            .collect();
        let reason = format!("the manifest names '{near}', and no crate '{name}'");
        offers.push(safe(
            format!("write '{near}' for '{name}'"),
            reason,
            0.9 * score,
            edits?,
        ));
    }
    Ok(offers)
}

/// What the nearest manifest depends on, and the package itself, as code writes their names.
fn crates(found: &Found<'_>) -> BTreeSet<String> {
    let mut known: BTreeSet<String> = SYSROOT.iter().map(|name| (*name).to_owned()).collect();
    let workspace = found.case.context.workspace;
    let mut directory = found.case.file.parent().to_owned();
    loop {
        let path = if directory.is_empty() {
            "Cargo.toml".to_owned()
        } else {
            format!("{directory}/Cargo.toml")
        };
        let text = workspace
            .locate(&path)
            .and_then(|file| workspace.read_text(&file).ok());
        if let Some(manifest) = text.and_then(|text| text.parse::<toml::Table>().ok()) {
            known.extend(named(&manifest));
            return known;
        }
        if directory.is_empty() {
            return known;
        }
        directory = directory
            .rsplit_once('/')
            .map_or("", |(outer, _)| outer)
            .to_owned();
    }
}

fn named(manifest: &toml::Table) -> BTreeSet<String> {
    let tables = ["dependencies", "dev-dependencies", "build-dependencies"];
    let listed = tables.iter().filter_map(|table| manifest.get(*table)?.as_table());
    let package = manifest
        .get("package")
        .and_then(|package| package.get("name")?.as_str());
    let names = listed
        .flat_map(toml::Table::keys)
        .map(String::as_str)
        .chain(package);
    names.map(|name| name.replace('-', "_")).collect()
}
