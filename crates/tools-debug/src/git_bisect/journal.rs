//! The record of a search on the disk, from which an interrupted one continues.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use git2::{ObjectType, Oid};
use serde::Serialize;
use serde::de::DeserializeOwned;
use unbreak_core::ToolContext;
use unbreak_core::redact::redact;

use super::log::entry;
use super::probe::Run;

/// The failure that is searched for, in a remark beside git's own words.
pub(super) const FAILURE: &str = "# failure: ";
/// The prior probability of each commit.
pub(super) const PRIOR: &str = "# prior: ";

/// A file with one line for each run; nothing where the host keeps nothing.
#[derive(Debug)]
pub(super) struct Journal(Option<PathBuf>);

impl Journal {
    /// The journal of a search, named by everything that identifies it.
    pub(super) fn of(search: &str, context: &ToolContext<'_>) -> Self {
        let name = Oid::hash_object(ObjectType::Blob, search.as_bytes());
        Self(
            context
                .kept
                .zip(name.ok())
                .map(|(kept, name)| kept.join(format!("{name}.log"))),
        )
    }

    /// Its content.
    pub(super) fn read(&self) -> String {
        let text = self.0.as_deref().map(fs::read_to_string);
        text.and_then(Result::ok).unwrap_or_default()
    }

    /// Stores another result of the search. Texts that hold secrets are not stored; they have to be
    /// found out again.
    pub(super) fn keep(&self, name: &str, value: &impl Serialize) {
        let text = serde_json::to_string(value).unwrap_or_default();
        if redact(&text) == text {
            // A result that cannot be stored can be found out again.
            let _ = self.append(&format!("{name}{text}"));
        }
    }

    /// The value stored under a name.
    pub(super) fn recall<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let text = self.read();
        let mut kept = text.lines().filter_map(|line| line.strip_prefix(name));
        kept.next_back().and_then(|kept| serde_json::from_str(kept).ok())
    }

    pub(super) fn add(&self, run: &Run) {
        // A result that cannot be stored can be found out again.
        let _ = self.append(&entry(run.verdict, &run.commit));
    }

    fn append(&self, line: &str) -> std::io::Result<()> {
        let Some(path) = &self.0 else { return Ok(()) };
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.write_all(format!("{}\n", redact(line)).as_bytes())
    }

    /// Deletes the journal: the search is over, or starts again.
    pub(super) fn clear(&self) {
        if let Some(path) = &self.0 {
            // It may not exist.
            let _ = fs::remove_file(path);
        }
    }
}
