//! Whether what is installed has the change that a rule is about.

use unbreak_core::{Diagnostic, FixContext, RelPath};

use super::rule::{MigrationRule, Rules};
use super::text::{EcosystemText, PackageText};
use crate::npm;
use crate::python::distributions::normalise;
use crate::python::inquiry::Inquiry;
use crate::python::interpreter;

/// Returns whether a rule is for a later version than the installed one. A warning announces a later version, and
/// where the installed version is not known, the diagnostic is believed.
pub(super) fn is_too_old(
    file: &Rules,
    rule: &MigrationRule,
    diagnostic: &Diagnostic,
    context: &FixContext<'_>,
    inquiry: &Inquiry<'_>,
) -> bool {
    if file
        .package
        .as_ref()
        .is_some_and(|package| is_absent(package, context))
    {
        return true;
    }
    let is_warning = |code: &String| code.ends_with("Warning");
    let Some(since) = &rule.since else {
        return false;
    };
    if diagnostic.code.as_ref().is_some_and(is_warning) {
        return false;
    }
    let installed = match &file.package {
        Some(package) => of_package(package, context, inquiry),
        None if file.languages == ["python"] => of_python(None, context, inquiry),
        None => None,
    };
    installed.is_some_and(|installed| release(since) > release(&installed))
}

fn of_package(package: &PackageText, context: &FixContext<'_>, inquiry: &Inquiry<'_>) -> Option<String> {
    let name = package.name.as_str();
    match package.ecosystem {
        EcosystemText::PyPi => of_python(Some(&normalise(name)), context, inquiry),
        EcosystemText::Npm => of_node(name, context),
        EcosystemText::Crates => of_cargo(name, context),
    }
}

/// An interpreter that the command does not name may be another than the one that failed.
fn of_python(distribution: Option<&str>, context: &FixContext<'_>, inquiry: &Inquiry<'_>) -> Option<String> {
    let is_named = interpreter::is_named(context.command, context.workspace);
    let version = inquiry.version(distribution).filter(|_| is_named);
    version.map(str::to_owned)
}

fn of_node(name: &str, context: &FixContext<'_>) -> Option<String> {
    let file = RelPath::new(&format!("node_modules/{name}/package.json")).ok()?;
    let manifest = context.workspace.read_text(&file).ok()?;
    let manifest: serde_json::Value = serde_json::from_str(&manifest).ok()?;
    Some(manifest.get("version")?.as_str()?.to_owned())
}

/// The latest of the versions that the lock file names.
fn of_cargo(name: &str, context: &FixContext<'_>) -> Option<String> {
    let versions = locked(name, context)?;
    versions.into_iter().max_by_key(|version| release(version))
}

/// Returns whether a lock file or manifests list what the project uses, and not this package.
fn is_absent(package: &PackageText, context: &FixContext<'_>) -> bool {
    match package.ecosystem {
        EcosystemText::PyPi => false,
        EcosystemText::Npm => is_undeclared(&package.name, context),
        EcosystemText::Crates => locked(&package.name, context).is_some_and(|versions| versions.is_empty()),
    }
}

/// The greatest number of manifests of one project that are read.
const MOST_MANIFESTS: usize = 50;

/// Returns whether manifests list packages, none lists this one, it is not installed, and the command does not run it.
fn is_undeclared(name: &str, context: &FixContext<'_>) -> bool {
    let workspace = context.workspace;
    let files = workspace.files();
    let manifests = files.iter().filter(|file| file.file_name() == "package.json");
    let mut lists_any = false;
    for file in manifests.take(MOST_MANIFESTS) {
        let text = workspace.read_text(file).unwrap_or_default();
        let manifest: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let Some(mut declared) = npm::declared(&manifest) else {
            continue;
        };
        if declared.any(|known| known == name) {
            return false;
        }
        lists_any = true;
    }
    let mut words = context.command.words().flat_map(str::split_whitespace);
    lists_any && of_node(name, context).is_none() && !words.any(|word| word == name)
}

/// The versions of a crate in the lock file; none if there is no such file.
fn locked(name: &str, context: &FixContext<'_>) -> Option<Vec<String>> {
    let file = RelPath::new("Cargo.lock").ok()?;
    let lock: toml::Table = context.workspace.read_text(&file).ok()?.parse().ok()?;
    let packages = lock.get("package")?.as_array()?.iter();
    let named = packages.filter(|package| package.get("name").and_then(toml::Value::as_str) == Some(name));
    let versions = named.filter_map(|package| package.get("version")?.as_str());
    Some(versions.map(str::to_owned).collect())
}

/// The numbers that a version begins with: 2.0 is 2, and so is 2.0.0rc1.
fn release(version: &str) -> Vec<u64> {
    let mut numbers = Vec::new();
    for part in version.split('.') {
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let Ok(number) = part[..digits].parse() else {
            break;
        };
        numbers.push(number);
        if digits < part.len() {
            break;
        }
    }
    let significant = numbers.iter().rposition(|number| *number != 0);
    numbers.truncate(significant.map_or(0, |last| last + 1));
    numbers
}
