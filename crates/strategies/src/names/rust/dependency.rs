//! A crate that the code uses and the manifest does not name: a package of the workspace, or one that the
//! lock file holds already.

use unbreak_core::{Edit, RelPath, StrategyError, Workspace};

use super::crates::crate_of;
use super::{Found, Rule};
use crate::closeness::is_slip;
use crate::elsewhere::Subject;
use crate::proposal::{Offer, guess, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "depend on the crate",
    answers: |fact| crate_of(fact).is_some(),
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let workspace = found.case.context.workspace;
    let (Some(name), Some(manifest)) = (crate_of(found.fact), manifest_of(found.case.file, workspace)) else {
        return Ok(Vec::new());
    };
    let text = workspace.read_text(&manifest)?;
    let Ok(table) = text.parse::<toml::Table>() else {
        return Ok(Vec::new());
    };
    let names_it = |key: &String| key.replace('-', "_") == name;
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let mut known = kinds.iter().filter_map(|kind| table.get(*kind)?.as_table());
    if known.any(|kind| kind.keys().any(names_it)) {
        return Ok(Vec::new());
    }
    // The table that lists it has a name that cargo does not read.
    let lists_it = |(key, value): &(&String, &toml::Value)| {
        let is_listed = value.as_table().is_some_and(|table| table.keys().any(names_it));
        is_listed && is_slip(key, "dependencies")
    };
    if let Some((key, _)) = table.iter().find(lists_it)
        && let Some(at) = text.find(&format!("[{key}]"))
    {
        let edit = Edit::replace(&manifest, &text, at + 1..at + 1 + key.len(), "dependencies")?;
        return Ok(vec![safe(
            format!("write [dependencies] for [{key}]"),
            format!("'{name}' is listed there, and cargo does not read the table"),
            confidence::only(),
            vec![edit],
        )]);
    }
    let (line, reason, is_own) = match member(name, &manifest, workspace) {
        Some(line) => (line, "the workspace has a package of that name", true),
        None => match locked(name, workspace) {
            Some(line) => (line, "the lock file holds a package of that name", false),
            None => return Ok(Vec::new()),
        },
    };
    let (at, new) = match section(&text) {
        Some(at) => (at, format!("{line}\n")),
        None => (text.len(), format!("\n[dependencies]\n{line}\n")),
    };
    let edit = Edit::insert(&manifest, &text, at, new)?;
    let make = if is_own { safe } else { guess };
    Ok(vec![make(
        format!("depend on '{name}'"),
        reason,
        confidence::resolved(),
        vec![edit],
    )])
}

/// The manifest of the package that a file belongs to.
pub(super) fn manifest_of(file: &RelPath, workspace: &dyn Workspace) -> Option<RelPath> {
    let mut directory = file.parent().to_owned();
    loop {
        let place = format!("{directory}/Cargo.toml");
        let place = workspace.locate(place.trim_start_matches('/'))?;
        let text = workspace.read_text(&place).unwrap_or_default();
        if text.lines().any(|line| line.trim() == "[package]") {
            return Some(place);
        }
        if directory.is_empty() {
            return None;
        }
        directory = directory
            .rsplit_once('/')
            .map_or("", |(outer, _)| outer)
            .to_owned();
    }
}

/// A package of the workspace, by its path from the manifest.
fn member(name: &str, manifest: &RelPath, workspace: &dyn Workspace) -> Option<String> {
    let files = workspace.files();
    let manifests = files
        .iter()
        .filter(|file| file.file_name() == "Cargo.toml" && *file != manifest);
    manifests.into_iter().find_map(|file| {
        let table = workspace.read_text(file).ok()?.parse::<toml::Table>().ok()?;
        let package = table.get("package")?.get("name")?.as_str()?;
        let up = manifest
            .parent()
            .split('/')
            .filter(|part| !part.is_empty())
            .count();
        let path = format!("{}{}", "../".repeat(up), file.parent());
        (package.replace('-', "_") == name).then(|| format!("{package} = {{ path = \"{path}\" }}"))
    })
}

/// A package that cargo has resolved before, in the version that it chose.
fn locked(name: &str, workspace: &dyn Workspace) -> Option<String> {
    let file = workspace.locate("Cargo.lock")?;
    let lock = workspace.read_text(&file).ok()?.parse::<toml::Table>().ok()?;
    let packages = lock.get("package")?.as_array()?;
    packages.iter().find_map(|package| {
        let (called, version) = (package.get("name")?.as_str()?, package.get("version")?.as_str()?);
        let is_fetched = package.get("source").is_some();
        (is_fetched && called.replace('-', "_") == name).then(|| format!("{called} = \"{version}\""))
    })
}

/// Behind the last dependency that the manifest lists.
fn section(text: &str) -> Option<usize> {
    let start = text.find("[dependencies]\n")? + "[dependencies]\n".len();
    let rest = &text[start..];
    let end = rest.find("\n[").map_or(rest.len(), |end| end + 1);
    let listed = rest[..end].trim_end();
    let after = if listed.is_empty() { 0 } else { listed.len() + 1 };
    Some(start + after.min(rest.len()))
}
