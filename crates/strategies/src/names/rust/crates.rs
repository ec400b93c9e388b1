//! An unknown crate with a name similar to one in the manifest.

use std::collections::BTreeSet;

use unbreak_core::{Edit, Fact, StrategyError};

use super::{Found, Rule};
use crate::closeness::{closest, is_slip, words};
use crate::elsewhere::Subject;
use crate::listing;
use crate::names::text;
use crate::proposal::{Offer, spelled};
use crate::weights::similarity;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "find the crate",
    answers: |fact| crate_of(fact).is_some(),
    offers,
};

/// Well-known crates, as code writes their names.
const CRATES: &str = include_str!("crates.txt");

/// The crates that come with the compiler.
const SYSROOT: &[&str] = &["std", "core", "alloc", "proc_macro", "test"];

/// The name of a crate, or of a module beside the file, that is not found.
pub(super) fn crate_of(fact: &Fact) -> Option<&str> {
    match fact {
        Fact::UnresolvedImport { path, .. } => path.split("::").next(),
        Fact::MissingModule { module, within: None } => Some(module),
        _ => None,
    }
}

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(name) = crate_of(found.fact).filter(|name| !matches!(*name, "crate" | "self" | "super")) else {
        return Ok(Vec::new());
    };
    let known = crates(found);
    if known.contains(name) || is_uninstalled(found, name) {
        return Ok(Vec::new());
    }
    let text = found.case.text;
    let mut offers = Vec::new();
    for (near, score) in closest(name, known.iter().map(String::as_str))
        .into_iter()
        .filter(|(near, _)| is_slip(name, near) || words(name) == words(near))
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
        offers.push(spelled(
            format!("write '{near}' for '{name}'"),
            reason,
            similarity::listed() * score,
            edits?,
            is_slip(name, near),
        ));
    }
    Ok(offers)
}

/// Returns whether crates.io has a well-known crate of this name.
pub(super) fn is_well_known(name: &str) -> bool {
    listing::has(CRATES, name)
}

/// Returns whether a crate is well known, or named by the lock file: then it is missing, not misspelt.
fn is_uninstalled(found: &Found<'_>, name: &str) -> bool {
    let workspace = found.case.context.workspace;
    let files = workspace.files();
    let locks = files.iter().filter(|file| file.file_name() == "Cargo.lock");
    let line = format!("name = \"{name}\"");
    let names = |text: String| text.replace('-', "_").contains(&line);
    let is_locked = locks.filter_map(|file| workspace.read_text(file).ok()).any(names);
    is_well_known(name) || is_locked
}

/// The dependencies of the nearest manifest, and the package itself, as code writes their names.
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
    names.filter_map(in_code).collect()
}

/// The name of a package as code writes it; `None` for what no code can name.
pub(super) fn in_code(package: &str) -> Option<String> {
    let name = package.replace('-', "_");
    let starts_well = name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
    let is_name = starts_well && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    is_name.then_some(name)
}
