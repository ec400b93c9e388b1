//! Files that must exist in the end. A missing one is an error like any other, so a change that removes one
//! does harm, and a run ends only when all exist.

use std::collections::BTreeSet;

use ignore::overrides::{Override, OverrideBuilder};
use unbreak_core::{Diagnostic, ErrorType, RelPath, Severity, Workspace as _};

use crate::error::AgentError;
use crate::workspace::Tree;

/// The code of the diagnostics.
const CODE: &str = "missing-deliverable";

/// The files that must exist in the end.
pub(crate) struct Deliverables(Vec<Deliverable>);

struct Deliverable {
    /// The path or glob, relative to the workspace.
    wanted: String,
    glob: Override,
}

impl Deliverables {
    /// # Errors
    /// If one is not a glob, or names a place outside.
    pub(crate) fn of(wanted: &[String], tree: &Tree) -> Result<Self, AgentError> {
        let each = wanted.iter().map(|wanted| {
            let refuse = |reason: String| {
                AgentError::usage(
                    format!("'{wanted}' cannot be a deliverable: {reason}"),
                    "name a path or a glob inside the workspace, as in docs/*.md",
                )
            };
            RelPath::new(wanted.as_str()).map_err(|error| refuse(error.to_string()))?;
            let mut builder = OverrideBuilder::new(tree.root());
            let added = builder
                .add(&format!("/{wanted}"))
                .and_then(|builder| builder.build());
            let glob = added.map_err(|error| refuse(error.to_string()))?;
            Ok(Deliverable {
                wanted: wanted.clone(),
                glob,
            })
        });
        each.collect::<Result<_, _>>().map(Self)
    }

    /// The missing ones.
    pub(super) fn missing(&self, tree: &Tree) -> BTreeSet<String> {
        if self.0.is_empty() {
            return BTreeSet::new();
        }
        let files = tree.files();
        let is_there = |deliverable: &Deliverable| {
            let literal = RelPath::new(deliverable.wanted.as_str());
            literal.is_ok_and(|file| tree.is_file(&file))
                || files
                    .iter()
                    .any(|file| deliverable.glob.matched(file.as_str(), false).is_whitelist())
        };
        let missing = self.0.iter().filter(|deliverable| !is_there(deliverable));
        missing.map(|deliverable| deliverable.wanted.clone()).collect()
    }
}

/// Missing deliverables as errors, each with the place of a file of the same name elsewhere.
pub(super) fn diagnostics(missing: &BTreeSet<String>, tree: &Tree) -> Vec<Diagnostic> {
    if missing.is_empty() {
        return Vec::new();
    }
    let files = tree.files();
    let diagnostic = |wanted: &String| {
        let name = wanted.rsplit('/').next().unwrap_or(wanted);
        let elsewhere = files.iter().find(|file| file.file_name() == name);
        let message = match elsewhere {
            Some(file) => format!("{wanted} is missing: written to {file}; must be at {wanted}"),
            None => format!("{wanted} is missing"),
        };
        let mut diagnostic = Diagnostic::new(ErrorType::Build, Severity::Error, message);
        diagnostic.parser = "unbreak".into();
        diagnostic.code = Some(CODE.to_owned());
        diagnostic
    };
    missing.iter().map(diagnostic).collect()
}
