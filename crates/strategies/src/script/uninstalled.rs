//! Packages that are not installed, as opposed to misspelt.

use unbreak_core::{RelPath, Workspace};

use super::{UninstalledPackage, manifest};
use crate::closeness::is_slip;
use crate::{listing, npm};

/// Well-known packages of the npm registry.
const PACKAGES: &str = include_str!("packages.txt");

const LOCKS: &[&str] = &[
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
];

/// The packages that the nearest `package.json` declares.
pub(super) fn declared(file: &RelPath, workspace: &dyn Workspace) -> Vec<String> {
    let manifest = manifest(file, workspace).unwrap_or_default();
    npm::declared(&manifest).into_iter().flatten().cloned().collect()
}

/// Returns whether a missing module belongs to a package that exists according to the manifest, a lock
/// file, or the list of well-known ones. A package with a scope has a definite owner.
pub(super) fn is_uninstalled(written: &str, file: &RelPath, workspace: &dyn Workspace) -> bool {
    let package = package(written);
    let is_declared = || declared(file, workspace).iter().any(|name| name == package);
    listing::has(PACKAGES, package) || is_declared() || is_locked(package, workspace)
}

/// The package that a missing module belongs to, if it is one that is not installed. Names that bundlers
/// replace (`@/shop`, `~/shop`, `#shop`), packages of the workspace itself and near misses of declared ones are
/// none.
pub(super) fn package_of(
    written: &str,
    file: &RelPath,
    workspace: &dyn Workspace,
) -> Option<UninstalledPackage> {
    const ALIASES: [&str; 7] = [".", "/", "@/", "~", "#", "$", "node:"];
    if ALIASES.iter().any(|alias| written.starts_with(alias)) || !is_uninstalled(written, file, workspace) {
        return None;
    }
    let name = package(written);
    let declared = declared(file, workspace);
    let is_declared = declared.iter().any(|known| known == name);
    let is_near = |known: &String| is_slip(name, known);
    let is_own = || {
        let files = workspace.files();
        let manifests = files.iter().filter(|file| file.file_name() == "package.json");
        let mut texts = manifests.filter_map(|file| workspace.read_text(file).ok());
        let names = |text: String| serde_json::from_str::<serde_json::Value>(&text).ok();
        texts.any(|text| names(text).is_some_and(|manifest| manifest["name"] == name))
    };
    let is_package = is_declared || !declared.iter().any(is_near) && !is_own();
    is_package.then(|| UninstalledPackage {
        name: name.to_owned(),
        is_declared,
    })
}

/// The package that a path leads into: `lodash` of `lodash/get`, `@babel/core` of `@babel/core/lib`.
fn package(written: &str) -> &str {
    let parts = if written.starts_with('@') { 2 } else { 1 };
    let end = written.match_indices('/').nth(parts - 1).map(|(at, _)| at);
    &written[..end.unwrap_or(written.len())]
}

fn is_locked(package: &str, workspace: &dyn Workspace) -> bool {
    let files = workspace.files();
    let locks = files.iter().filter(|file| LOCKS.contains(&file.file_name()));
    let texts = locks.filter_map(|file| workspace.read_text(file).ok());
    texts.into_iter().any(|text| names(&text, package))
}

/// Returns whether a lock file names a package, in any of the three managers' ways.
fn names(lock: &str, package: &str) -> bool {
    let in_json =
        lock.contains(&format!("node_modules/{package}\"")) || lock.contains(&format!("\"{package}\""));
    let begins = |line: &str| {
        let rest = line
            .trim_start()
            .trim_start_matches(['"', '\'', '/'])
            .strip_prefix(package);
        rest.is_some_and(|rest| rest.starts_with(['@', ':', '/', '\'']))
    };
    in_json || lock.lines().any(begins)
}
