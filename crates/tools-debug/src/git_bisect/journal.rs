//! What a search has seen so far, on the disk: an interrupted one goes on from it.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use git2::{ObjectType, Oid};
use unbreak_core::ToolContext;

use super::frontier::Verdict;
use super::log::entry;
use super::probe::Run;

/// A file with one line for each run; nothing where the host keeps nothing.
#[derive(Debug)]
pub(super) struct Journal(Option<PathBuf>);

impl Journal {
    /// The journal of a search, which is named by everything that makes it what it is.
    pub(super) fn of(search: &str, context: &ToolContext<'_>) -> Self {
        let name = Oid::hash_object(ObjectType::Blob, search.as_bytes());
        Self(
            context
                .kept
                .zip(name.ok())
                .map(|(kept, name)| kept.join(format!("{name}.log"))),
        )
    }

    /// What it holds.
    pub(super) fn read(&self) -> String {
        let text = self.0.as_deref().map(fs::read_to_string);
        text.and_then(Result::ok).unwrap_or_default()
    }

    pub(super) fn add(&self, run: &Run) {
        // What cannot be kept can be found out again.
        let _ = self.write(&run.commit, run.verdict);
    }

    fn write(&self, commit: &str, verdict: Verdict) -> std::io::Result<()> {
        let Some(path) = &self.0 else { return Ok(()) };
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.write_all(format!("{}\n", entry(verdict, commit)).as_bytes())
    }

    /// Forgets it: the search is over, or begins anew.
    pub(super) fn clear(&self) {
        if let Some(path) = &self.0 {
            // It need not be there.
            let _ = fs::remove_file(path);
        }
    }
}
