//! Distinguishes modules that are not installed from misspelt ones, by evidence that the package exists.

use unbreak_core::{Command, Workspace};

use super::declared::{candidates, declared, locked};
use super::reference::top;
use crate::python::distributions::is_known;
use crate::python::inquiry::Inquiry;

/// A package that is not installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Uninstalled {
    /// The distribution, with the version that the project requires.
    pub(crate) requirement: String,
    /// Whether the project declares it.
    pub(crate) is_declared: bool,
    /// Whether it may be installed although it is not declared: its name is well known.
    pub(crate) is_vouched_for: bool,
    /// The version of Python whose library does not have the module any more.
    pub(crate) removed_in: Option<&'static str>,
    /// The version from which the package does not have the module any more.
    pub(crate) left_in: Option<&'static str>,
    /// The command of the project's manager that installs it.
    pub(crate) install: Option<Command>,
    /// The interpreter without it.
    pub(crate) interpreter: Option<String>,
}

/// Evidence that a package exists which cannot be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Witness {
    /// A manifest or a lock file of the project.
    Project,
    /// The list of well-known packages.
    Table,
}

/// Returns the evidence that a missing module belongs to a package that is not installed; `None`
/// without any, so that its name may be misspelt.
pub(super) fn witness(workspace: &dyn Workspace, inquiry: &Inquiry<'_>, module: &str) -> Option<Witness> {
    if inquiry.is_foreign_module(top(module)) {
        let parts = module.match_indices('.').map(|(at, _)| &module[..at]);
        let is_listed = parts.chain([module]).skip(1).any(is_known);
        return is_listed.then_some(Witness::Table);
    }
    if is_stated(workspace, module) {
        return Some(Witness::Project);
    }
    is_known(top(module)).then_some(Witness::Table)
}

/// Returns whether a module belongs to a package: one that the project states, or a well-known one.
pub(crate) fn is_package(workspace: &dyn Workspace, module: &str) -> bool {
    is_known(top(module)) || is_stated(workspace, module)
}

/// Returns whether a manifest or lock file names a distribution that provides the module.
fn is_stated(workspace: &dyn Workspace, module: &str) -> bool {
    let names = candidates(module);
    let stated = declared(workspace);
    let is_declared = stated
        .iter()
        .any(|requirement| names.contains(&requirement.distribution()));
    is_declared || !locked(workspace).is_disjoint(&names.into_iter().collect())
}
