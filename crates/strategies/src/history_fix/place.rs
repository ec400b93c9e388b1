//! The lines of the workspace that an analysis points at.

use unbreak_core::{Analysis, Location, RelPath, Workspace};

/// A line of a file of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: RelPath,
    /// 1-based.
    pub(super) line: u32,
    /// 1-based, in characters; tools that print a stack give none.
    pub(super) column: Option<u32>,
}

/// The places that each diagnostic points to: its own, then its stack from the inside out.
pub(super) fn places(analysis: &Analysis, workspace: &dyn Workspace) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for diagnostic in analysis.diagnostics() {
        let frames = diagnostic.frames.iter().rev().map(|frame| &frame.location);
        for location in std::iter::once(&diagnostic.location).chain(frames) {
            places.extend(place(location, workspace).filter(|place| !places.contains(place)));
        }
    }
    places
}

fn place(location: &Location, workspace: &dyn Workspace) -> Option<Place> {
    let file = workspace.locate(location.file.as_deref()?)?;
    let line = location.line?;
    let column = location.column;
    workspace.is_file(&file).then_some(Place { file, line, column })
}
