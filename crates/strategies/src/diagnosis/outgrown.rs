//! Installed packages that use what the interpreter, or another package, no longer has.
//!
//! The failure arises in the package's own code, so no change to the project's files repairs it: another version of
//! the package is needed.

use std::collections::{BTreeSet, VecDeque};

use serde_json::Value;
use unbreak_core::{Diagnostic, RelPath, Workspace};

use super::Case;
use super::module::declared_packages;
use super::rule::{Answer, Parts};
use crate::python::distributions::{normalise, provider};

/// The directory of npm's packages.
const NODE: &str = "node_modules/";
/// The directory of Python's packages.
const PYTHON: &str = "site-packages/";
/// Packages that are asked for their dependencies.
const MOST_PACKAGES: usize = 2_000;

/// An installed package.
struct Package {
    name: String,
    version: Option<String>,
    /// The package of the manifest that needs it, or itself.
    top: String,
}

/// Whether the innermost place of a failure is in an installed package, and not in the `owner` of what is missing, if
/// the message names one. Adds the `package` with its `version`, and the `top` package that the project asks for.
pub(super) fn answer(case: &Case<'_>, diagnostic: &Diagnostic, parts: &mut Parts) -> Option<Answer> {
    let file = innermost_installed(diagnostic)?;
    let package = match file.rsplit_once(PYTHON) {
        Some((site, rest)) => of_python(case, &format!("{site}{PYTHON}"), rest),
        None => of_node(case.context.workspace, file)?,
    };
    if let Some(owner) = parts.get("owner") {
        let owner = owner.split('.').next().unwrap_or_default();
        if normalise(owner) == normalise(&package.name) || is_own_module(case.context.workspace, owner) {
            return None;
        }
    }
    let because = (package.top != package.name).then(|| format!("{} needs it", package.top));
    let version = package
        .version
        .map_or_else(String::new, |version| format!(" {version}"));
    parts.insert("package".to_owned(), package.name);
    parts.insert("version".to_owned(), version);
    parts.insert("top".to_owned(), package.top);
    Some(Answer {
        because: because.into_iter().collect(),
        ..Answer::default()
    })
}

/// The innermost file of a stack if it is one of an installed package. Files of the interpreter's own are passed over.
fn innermost_installed(diagnostic: &Diagnostic) -> Option<&str> {
    let is_installed = |file: &&str| file.contains(NODE) || file.contains(PYTHON);
    let mut frames = diagnostic.frames.iter().rev();
    let reached = frames.find_map(|frame| {
        let file = frame.location.file.as_deref()?;
        (frame.in_workspace || is_installed(&file)).then_some(file)
    });
    reached.or(diagnostic.file()).filter(is_installed)
}

fn is_own_module(workspace: &dyn Workspace, name: &str) -> bool {
    let file = format!("{name}.py");
    let is_of_it = |path: &RelPath| {
        path.file_name() == file || path.as_str().split('/').rev().skip(1).any(|part| part == name)
    };
    workspace.files().iter().any(is_of_it)
}

/// The package of a file below `site`; its distribution may have another name.
fn of_python(case: &Case<'_>, site: &str, rest: &str) -> Package {
    let module = rest.split(['/', '.']).next().unwrap_or_default();
    let known = provider(module).map_or_else(Vec::new, |provider| provider.distributions);
    let is_wanted = |name: &str| {
        let mut names = known.iter().map(String::as_str).chain([module]);
        names.any(|wanted| normalise(wanted) == normalise(name))
    };
    let site = case.context.workspace.root().join(site);
    let found = case.machine.entries(&site).into_iter().find_map(|entry| {
        let release = entry
            .strip_suffix(".dist-info")
            .or_else(|| entry.strip_suffix(".egg-info"))?;
        let (name, version) = release.split_once('-')?;
        is_wanted(name).then(|| (name.to_owned(), version.to_owned()))
    });
    let (name, version) = found.map_or_else(
        || (module.to_owned(), None),
        |(name, version)| (name, Some(version)),
    );
    Package {
        top: name.clone(),
        name,
        version,
    }
}

fn of_node(workspace: &dyn Workspace, file: &str) -> Option<Package> {
    let root = workspace.root().to_string_lossy();
    let file = file.strip_prefix(&*root).unwrap_or(file).trim_start_matches('/');
    let (within, rest) = file.rsplit_once(NODE)?;
    let mut parts = rest.split('/');
    let first = parts.next()?;
    let name = match first.starts_with('@') {
        true => format!("{first}/{}", parts.next()?),
        false => first.to_owned(),
    };
    let directory = format!("{within}{NODE}{name}");
    let installed = manifest(workspace, &directory)?;
    Some(Package {
        version: installed["version"].as_str().map(str::to_owned),
        top: asked_for(workspace, &directory).unwrap_or_else(|| name.clone()),
        name,
    })
}

fn manifest(workspace: &dyn Workspace, directory: &str) -> Option<Value> {
    let file = RelPath::new(&format!("{directory}/package.json")).ok()?;
    serde_json::from_str(&workspace.read_text(&file).ok()?).ok()
}

/// The package of the project's manifest through which the package in a directory came, along the shortest chain.
fn asked_for(workspace: &dyn Workspace, directory: &str) -> Option<String> {
    let declared = declared_packages(workspace).into_iter();
    let mut open: VecDeque<(String, String)> = declared.map(|name| (format!("{NODE}{name}"), name)).collect();
    let mut seen = BTreeSet::new();
    while let Some((needing, top)) = open.pop_front() {
        if needing == directory {
            return Some(top);
        }
        if seen.len() == MOST_PACKAGES || !seen.insert(needing.clone()) {
            continue;
        }
        let needs = manifest(workspace, &needing).unwrap_or_default();
        let needed = needs["dependencies"].as_object().into_iter().flatten();
        let found = needed.filter_map(|(name, _)| installed_for(workspace, &needing, name));
        open.extend(found.map(|found| (found, top.clone())));
    }
    None
}

/// The directory of a package as Node finds it from another: beside its files, or in a directory above.
fn installed_for(workspace: &dyn Workspace, needing: &str, name: &str) -> Option<String> {
    let mut within = Some(needing);
    while let Some(directory) = within {
        let found = format!("{directory}/{NODE}{name}");
        if manifest(workspace, &found).is_some() {
            return Some(found);
        }
        within = directory.rsplit_once(&format!("/{NODE}")).map(|(outer, _)| outer);
    }
    let found = format!("{NODE}{name}");
    manifest(workspace, &found).is_some().then_some(found)
}
