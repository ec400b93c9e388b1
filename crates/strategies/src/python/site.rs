//! The places in the workspace's own Python files that a diagnostic points to.

use unbreak_core::policy::guard::is_installed;
use unbreak_core::{Diagnostic, Location, RelPath, Workspace};

use super::fact::is_python_file;

/// A place in a file of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Site {
    pub(crate) file: RelPath,
    /// 1-based.
    pub(crate) line: u32,
    /// 1-based, in characters, where it is known.
    pub(crate) column: Option<u32>,
}

/// The places that a diagnostic points to, the likeliest first: its own location, then its stack
/// from the inside out.
pub(crate) fn sites(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> Vec<Site> {
    let frames = diagnostic.frames.iter().rev().map(|frame| &frame.location);
    let mut sites: Vec<Site> = Vec::new();
    for location in std::iter::once(&diagnostic.location).chain(frames) {
        let Some(site) = site(location, workspace) else {
            continue;
        };
        if !sites
            .iter()
            .any(|known| known.file == site.file && known.line == site.line)
        {
            sites.push(site);
        }
    }
    sites
}

fn site(location: &Location, workspace: &dyn Workspace) -> Option<Site> {
    Some(Site {
        file: own_file(location.file.as_deref()?, workspace)?,
        line: location.line?,
        column: location.column,
    })
}

/// The workspace path of a Python file that belongs to the project, and not to a library that is
/// installed below its root.
pub(crate) fn own_file(file: &str, workspace: &dyn Workspace) -> Option<RelPath> {
    let path = workspace.locate(file)?;
    (is_python_file(path.as_str()) && !is_installed(&path)).then_some(path)
}
