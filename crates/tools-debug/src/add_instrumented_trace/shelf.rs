//! The probes that are kept from call to call, each below its handle.
//!
//! A handle appears and disappears by one renaming, so that a process that dies in between leaves
//! either all of it or a scratch directory, which the next start removes.

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use unbreak_core::ToolError;
use unbreak_core::redact::{self, REDACTED};

use super::probe::Wanted;

/// The age at which forgotten probes are removed.
const LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);

/// When there are more than this, the oldest are removed.
const MOST: usize = 32;

const ABOUT: &str = "probes.json";
const TREE: &str = "tree";

/// The record of a handle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) handle: String,
    /// The workspace that it is a copy of.
    pub(super) workspace: PathBuf,
    pub(super) probes: Vec<Wanted>,
    /// Whether the files of its copy are edited; otherwise they are watched.
    pub(super) edited: bool,
}

impl Kept {
    /// Returns whether a probe held a secret, which was not written down.
    pub(super) fn is_redacted(&self) -> bool {
        let texts = |probe: &Wanted| {
            probe
                .expressions
                .iter()
                .chain(&probe.message)
                .any(|text| text.contains(REDACTED))
        };
        self.probes.iter().any(texts)
    }
}

pub(super) struct Shelf<'a> {
    base: &'a Path,
    scratch: &'a Path,
}

impl<'a> Shelf<'a> {
    pub(super) fn new(base: &'a Path, scratch: &'a Path) -> Self {
        Self { base, scratch }
    }

    /// A handle that nothing has yet.
    pub(super) fn fresh() -> String {
        let random = RandomState::new().build_hasher().finish();
        format!("p{:08x}", random & 0xffff_ffff)
    }

    /// The directory of a handle's copy.
    pub(super) fn tree(&self, handle: &str) -> PathBuf {
        self.base.join(handle).join(TREE)
    }

    /// Keeps the content of a scratch directory, whose copy is in `tree`. The description of its
    /// probes is kept without secrets.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn keep(&self, draft: &Path, kept: &Kept) -> Result<(), ToolError> {
        let text = redact::kept(kept).and_then(|clean| serde_json::to_vec_pretty(&clean));
        let text = text.map_err(|error| ToolError::Other(error.to_string()))?;
        fs::write(draft.join(ABOUT), text)
            .and_then(|()| fs::create_dir_all(self.base))
            .and_then(|()| fs::rename(draft, self.base.join(&kept.handle)))
            .map_err(|error| self.failed(&error))?;
        self.prune();
        Ok(())
    }

    /// A directory to prepare a handle in.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn draft(&self) -> Result<PathBuf, ToolError> {
        let draft = self.scratch.join("draft");
        fs::create_dir_all(draft.join(TREE)).map_err(|error| self.failed(&error))?;
        Ok(draft)
    }

    /// The copy that is being prepared.
    pub(super) fn draft_tree(draft: &Path) -> PathBuf {
        draft.join(TREE)
    }

    /// All there are, by name.
    pub(super) fn list(&self) -> Vec<Kept> {
        let mut all: Vec<Kept> = self
            .names()
            .iter()
            .filter_map(|name| self.get(name).ok())
            .collect();
        all.sort_by(|one, other| one.handle.cmp(&other.handle));
        all
    }

    /// # Errors
    /// When there is no such handle.
    pub(super) fn get(&self, handle: &str) -> Result<Kept, ToolError> {
        let unknown = || ToolError::Input(format!("there are no probes called '{handle}'"));
        if handle.is_empty() || !handle.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(unknown());
        }
        let text = fs::read(self.base.join(handle).join(ABOUT)).map_err(|_| unknown())?;
        serde_json::from_slice(&text).map_err(|error| {
            let place = self.base.join(handle).join(ABOUT);
            ToolError::Other(format!("{} cannot be understood: {error}", place.display()))
        })
    }

    /// # Errors
    /// When there is no such handle, or it cannot be removed.
    pub(super) fn remove(&self, handle: &str) -> Result<(), ToolError> {
        self.get(handle)?;
        self.discard(handle).map_err(|error| self.failed(&error))
    }

    fn discard(&self, handle: &str) -> io::Result<()> {
        // The scratch directory goes when the call is over, or at the next start.
        fs::rename(
            self.base.join(handle),
            self.scratch.join(format!("removed-{handle}")),
        )
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.base).into_iter().flatten().flatten();
        entries
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect()
    }

    fn prune(&self) {
        let age = |name: &String| {
            let made = fs::metadata(self.base.join(name).join(ABOUT)).and_then(|about| about.modified());
            let made = made.unwrap_or(SystemTime::UNIX_EPOCH);
            SystemTime::now().duration_since(made).unwrap_or_default()
        };
        let mut all: Vec<(Duration, String)> =
            self.names().into_iter().map(|name| (age(&name), name)).collect();
        all.sort();
        let old = |(index, (age, _)): &(usize, (Duration, String))| *index >= MOST || *age > LIFETIME;
        for (_, (_, name)) in all.into_iter().enumerate().filter(old) {
            // Another process may have been quicker.
            let _ = self.discard(&name);
        }
    }

    fn failed(&self, error: &io::Error) -> ToolError {
        ToolError::Other(format!("{} cannot be written: {error}", self.base.display()))
    }
}
