//! How one file of the project names a module of it.

use unbreak_core::RelPath;

use crate::python::imports::imported;
use crate::python::project::Project;

/// The text after `from` to import from one of the project's modules: absolute or relative, as the
/// file does it, or else as the rest of its package does.
pub(super) fn refer(project: &Project<'_>, file: &RelPath, target: &str) -> String {
    let package = project
        .modules()
        .module(file)
        .map_or("", |module| module.package());
    let is_inside = !package.is_empty() && top(package) == top(target);
    if is_inside && writes_relative(project, file) {
        relative(package, target)
    } else {
        target.to_owned()
    }
}

/// `target` seen from `package`: dots up to the package they share, then the rest.
pub(super) fn relative(package: &str, target: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (package.split('.').collect(), target.split('.').collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let dots = ".".repeat(from.len() - shared + 1);
    format!("{dots}{}", to[shared..].join("."))
}

/// Returns whether imports from the own package are written with dots: in the file, or, when it has none,
/// in most of the package's other files.
fn writes_relative(project: &Project<'_>, file: &RelPath) -> bool {
    let (relative, absolute) = styles(project, file);
    if relative + absolute > 0 {
        return relative >= absolute;
    }
    let package = project.modules().module(file).map_or("", |module| module.top());
    let others = project
        .modules()
        .iter()
        .filter(|(_, module)| module.top() == package)
        .map(|(other, _)| styles(project, other));
    let (relative, absolute) = others.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    relative > absolute
}

/// The number of imports from its own package that a file writes with dots and without.
fn styles(project: &Project<'_>, file: &RelPath) -> (usize, usize) {
    let (Some(parsed), Some(module)) = (project.parsed(file), project.modules().module(file)) else {
        return (0, 0);
    };
    let imports = imported(&parsed.source);
    let own = imports
        .iter()
        .filter(|import| import.level > 0 || top(&import.module()) == module.top());
    let (mut relative, mut absolute) = (0, 0);
    for import in own {
        if import.level > 0 {
            relative += 1;
        } else {
            absolute += 1;
        }
    }
    (relative, absolute)
}

pub(super) fn top(module: &str) -> &str {
    module.split('.').next().unwrap_or_default()
}

/// The last part of a dotted name.
pub(super) fn last(module: &str) -> &str {
    module.rsplit('.').next().unwrap_or_default()
}
