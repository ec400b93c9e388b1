//! The only writer of the user's files.
//!
//! [`Tree`] is the workspace as strategies see it: read-only, confined to its root.
//! [`Run`] changes it, on behalf of one run at a time (X5): every step is journaled before
//! it is made (X3), is then either committed because it was verified or rolled back, and can be
//! undone after the run (I6).
//!
//! **Architecture Invariant:** the state (journal, images of former contents, locks) is outside the
//! workspace, and the user's own repository is never written.

pub(crate) mod built;
mod bytecode;
mod confine;
mod content;
mod copy;
mod diff;
mod error;
mod facts;
mod history;
#[cfg(target_os = "linux")]
mod inode;
#[cfg(not(target_os = "linux"))]
#[path = "inode_elsewhere.rs"]
mod inode;
mod journal;
mod listing;
mod lock;
mod place;
mod plan;
mod prune;
mod recover;
mod restore;
mod run;
mod run_dir;
mod snapshot;
mod state_dir;
mod step;
mod time;
mod transaction;
mod tree;
mod undo;
mod walk;

pub use error::WorkspaceError;
pub use history::PastRun;
pub use lock::Holder;
pub use recover::Recovered;
pub use restore::Conflict;
pub(crate) use restore::merge_texts;
pub use run::{Applied, Run, RunInfo};
pub use state_dir::STATE_DIR_VARIABLE;
#[cfg(feature = "heal")]
pub(crate) use time::{now_ms, stamp};
pub use tree::Tree;
pub use undo::Undone;
