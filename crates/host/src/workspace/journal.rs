//! The journal of a run: what it is about to change, written down before.
//!
//! One JSON object a line, only ever appended, each on the disk before the next thing happens. A
//! last line that is not complete was being written when the process died: what it announces has
//! not begun.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use unbreak_core::RelPath;

use super::content::Image;
use super::error::WorkspaceError;

/// The format. A journal of a later one is refused, not guessed at.
pub(super) const VERSION: u32 = 1;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub(super) enum Record {
    /// The run begins: always the first line.
    Begin(Header),
    /// A step is about to be made.
    Apply {
        step: u32,
        changes: Vec<Change>,
        /// The tree before it, when commands are part of the step: they may change anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        snapshot: Option<String>,
    },
    /// What a step that includes commands turned out to change in all.
    Sealed { step: u32, changes: Vec<Change> },
    /// A step was verified and stays.
    Commit { step: u32 },
    /// A step was taken back.
    Rollback { step: u32 },
    /// The run is over and leaves only committed steps.
    End { ended_ms: u64, outcome: String },
}

/// What a run is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) version: u32,
    pub(super) command: String,
    pub(super) started_ms: u64,
    /// The process, by the name its commands carry.
    pub(super) owner: String,
    /// The run that this one takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) undoes: Option<String>,
}

/// One file before and after a step; `None` is no file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Change {
    pub(super) file: RelPath,
    pub(super) before: Option<Image>,
    pub(super) after: Option<Image>,
    /// Directories made for it, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) directories: Vec<RelPath>,
}

/// A journal that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal.
    pub(super) fn create(path: &Path, header: Header) -> Result<Self, WorkspaceError> {
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .mode(0o600)
            .open(path)
            .map_err(WorkspaceError::state(path))?;
        let path = path.to_owned();
        let mut journal = Self { path, file };
        // A run that has changed nothing yet has nothing to lose: the first step brings this to the disk.
        journal.note(&Record::Begin(header))?;
        Ok(journal)
    }

    /// Reads a journal and goes on with it. A line that was cut short is taken away.
    pub(super) fn resume(path: &Path) -> Result<(Self, Vec<Record>), WorkspaceError> {
        let (records, length) = read_with_length(path)?;
        let open = || {
            let file = OpenOptions::new().append(true).open(path)?;
            file.set_len(length as u64)?;
            Ok(file)
        };
        let file = open().map_err(WorkspaceError::state(path))?;
        let path = path.to_owned();
        Ok((Self { path, file }, records))
    }

    /// Writes a record; when this returns it is on the disk.
    pub(super) fn append(&mut self, record: &Record) -> Result<(), WorkspaceError> {
        self.note(record)?;
        self.file.sync_data().map_err(WorkspaceError::state(&self.path))
    }

    /// Writes a record that may get lost with the power until the next one is on the disk: what it
    /// tells can be done again without harm.
    pub(super) fn note(&mut self, record: &Record) -> Result<(), WorkspaceError> {
        let write = |file: &mut File| -> io::Result<()> {
            let mut line = serde_json::to_vec(record)?;
            line.push(b'\n');
            file.write_all(&line)
        };
        write(&mut self.file).map_err(WorkspaceError::state(&self.path))
    }
}

/// The records of a journal; none when the process died before the first was complete.
pub(super) fn read(path: &Path) -> Result<Vec<Record>, WorkspaceError> {
    read_with_length(path).map(|(records, _)| records)
}

/// The records, and how many bytes they take.
fn read_with_length(path: &Path) -> Result<(Vec<Record>, usize), WorkspaceError> {
    let bytes = std::fs::read(path).map_err(WorkspaceError::state(path))?;
    let mut records = Vec::new();
    let mut length = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let damage = |reason: String| WorkspaceError::Journal {
            path: path.to_owned(),
            line: records.len() + 1,
            reason,
        };
        if !line.ends_with(b"\n") {
            break;
        }
        let record = serde_json::from_slice(line).map_err(|error| damage(error.to_string()))?;
        check_place(&record, records.is_empty()).map_err(damage)?;
        records.push(record);
        length += line.len();
    }
    Ok((records, length))
}

fn check_place(record: &Record, is_first: bool) -> Result<(), String> {
    match record {
        Record::Begin(header) if header.version > VERSION => {
            Err(format!("version {} is newer than this program", header.version))
        }
        Record::Begin(_) if is_first => Ok(()),
        _ if is_first => Err("it does not begin with the run".to_owned()),
        Record::Begin(_) => Err("the run begins twice".to_owned()),
        _ => Ok(()),
    }
}
