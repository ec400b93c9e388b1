//! The dependencies that a project declares, and those in its lock files.

mod conda;
mod ini;
mod locks;
mod pyproject;
mod setup_py;

use std::collections::BTreeSet;

use toml::Table;
use unbreak_core::{RelPath, Workspace};

use crate::python::distributions::{normalise, provider};

/// A requirement as the project states it: `PyYAML>=6`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Requirement(pub(super) String);

impl Requirement {
    /// The distribution's name, normalised (PEP 503).
    pub(super) fn distribution(&self) -> String {
        let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let name: String = self.0.trim().chars().take_while(is_part).collect();
        normalise(&name)
    }
}

/// The requirements in the project's manifests, extras and groups included: `pyproject.toml`, `setup.cfg`,
/// `setup.py`, requirements files, `Pipfile`, conda environments, `tox.ini`.
pub(super) fn declared(workspace: &dyn Workspace) -> Vec<Requirement> {
    let mut found = Vec::new();
    for file in workspace.files().iter() {
        if let Some(read) = reader(file) {
            found.extend(read(&workspace.read_text(file).unwrap_or_default()));
        }
    }
    found
}

/// The distributions that the project's lock files name, normalised.
pub(super) fn locked(workspace: &dyn Workspace) -> BTreeSet<String> {
    let files = workspace.files();
    let locks = files.iter().filter(|file| locks::is_lock(file.file_name()));
    let texts = locks.filter_map(|file| workspace.read_text(file).ok());
    texts
        .flat_map(|text| locks::names(&text).collect::<Vec<_>>())
        .collect()
}

/// The normalised distributions that may provide a module, the likeliest first: known providers,
/// then those that the module's name and naming conventions suggest.
pub(super) fn candidates(module: &str) -> Vec<String> {
    let top = module.split('.').next().unwrap_or_default();
    let known = provider(module).map_or_else(Vec::new, |provider| provider.distributions);
    let customs = ["{}", "python-{}", "py{}", "{}-python", "{}-py"];
    let by_custom = customs.iter().map(|custom| custom.replace("{}", top));
    let dotted = module.match_indices('.').map(|(at, _)| module[..at].to_owned());
    let all = known
        .into_iter()
        .chain(by_custom)
        .chain(dotted)
        .chain([module.to_owned()]);
    all.map(|name| normalise(&name)).collect()
}

/// The reader for the requirements of a file, if it is a manifest.
fn reader(file: &RelPath) -> Option<fn(&str) -> Vec<Requirement>> {
    let name = file.file_name();
    let is_in_folder = file.parent().rsplit('/').next() == Some("requirements");
    let is_list = name.contains("requirements") || is_in_folder;
    match (name, file.extension()) {
        ("pyproject.toml", _) => Some(pyproject::requirements),
        ("Pipfile", _) => Some(of_pipfile),
        ("setup.cfg", _) => Some(ini::of_setup_cfg),
        ("tox.ini", _) => Some(ini::of_tox),
        ("setup.py", _) => Some(setup_py::requirements),
        ("environment.yml" | "environment.yaml", _) => Some(conda::requirements),
        (_, "txt" | "in") if is_list => Some(of_list),
        _ => None,
    }
}

fn of_list(text: &str) -> Vec<Requirement> {
    text.lines().filter_map(of_line).collect()
}

/// `Pipfile`: every table of packages has their names as keys.
fn of_pipfile(text: &str) -> Vec<Requirement> {
    let table = text.parse::<Table>().unwrap_or_default();
    let lists = table.iter().filter(|(name, _)| name.ends_with("packages"));
    let names = lists
        .filter_map(|(_, list)| list.as_table())
        .flat_map(Table::keys);
    names.map(|name| Requirement(name.clone())).collect()
}

/// The requirement on a line; `None` for comments and options (`-r`, `--hash`).
fn of_line(line: &str) -> Option<Requirement> {
    let line = line.split(" #").next().unwrap_or_default().trim();
    let starts_well = line.chars().next().is_some_and(char::is_alphanumeric);
    starts_well.then(|| Requirement(line.trim_end_matches('\\').trim().to_owned()))
}
