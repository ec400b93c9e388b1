//! The journal of a run: records its changes before they are made.
//!
//! One record per line: a checksum and a JSON object. A checksum covers its record and the checksum before
//! it, so a line that was changed, lost or moved breaks the chain. Records are only ever appended, each is on
//! the disk before the next action begins, and each is written to two files: if one is damaged, truncated or
//! gone, the other one is read. A last line without its end was being written when the process died: its
//! action has not begun.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use unbreak_core::RelPath;

use super::content::{Image, hash};
use super::error::WorkspaceError;
use super::run_dir::{RunDir, bring_to_disk, side_by_side};

/// The version of the format. A journal of a later version is refused. Version 1 had no checksums and no
/// second file.
pub(super) const VERSION: u32 = 2;

/// Hexadecimal digits of a checksum.
const SUM: usize = 16;

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
        /// The tree before it, if commands are part of the step: they may change anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        snapshot: Option<String>,
    },
    /// All changes of a step that includes commands.
    Sealed { step: u32, changes: Vec<Change> },
    /// A step was verified and stays.
    Commit { step: u32 },
    /// A step was rolled back.
    Rollback { step: u32 },
    /// The run is over and leaves only committed steps.
    End { ended_ms: u64, outcome: String },
}

/// The description of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) version: u32,
    pub(super) command: String,
    pub(super) started_ms: u64,
    /// The process, by the owner that its commands carry.
    pub(super) owner: String,
    /// The run that this one undoes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) undoes: Option<String>,
}

/// One file before and after a step; `None` means no file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Change {
    pub(super) file: RelPath,
    pub(super) before: Option<Image>,
    pub(super) after: Option<Image>,
    /// Directories created for it, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) directories: Vec<RelPath>,
}

/// A journal that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    copies: [(PathBuf, File); 2],
    /// The checksum of the last record.
    sum: String,
}

impl Journal {
    /// Begins a journal.
    pub(super) fn create(run: &RunDir, header: Header) -> Result<Self, WorkspaceError> {
        let create = |path: PathBuf| {
            let file = OpenOptions::new()
                .append(true)
                .create_new(true)
                .mode(0o600)
                .open(&path)
                .map_err(WorkspaceError::state(&path))?;
            Ok::<_, WorkspaceError>((path, file))
        };
        let [one, other] = run.journals();
        let mut journal = Self {
            copies: [create(one)?, create(other)?],
            sum: String::new(),
        };
        // A run without changes has nothing to lose: the first step writes this to the disk.
        journal.note(&Record::Begin(header))?;
        Ok(journal)
    }

    /// Reads a journal to continue it. Both copies are repaired.
    ///
    /// # Errors
    /// As for [`read`].
    pub(super) fn resume(run: &RunDir) -> Result<(Self, Vec<Record>), WorkspaceError> {
        let records = read(run)?;
        let failed = |error: io::Error| WorkspaceError::state(run.path())(error);
        let mut whole = Vec::new();
        let mut sum = String::new();
        for record in &records {
            let (line, next) = line(&sum, record).map_err(failed)?;
            whole.extend(line);
            sum = next;
        }
        let [one, other] = run.journals();
        let copies = [make_whole(one, &whole)?, make_whole(other, &whole)?];
        Ok((Self { copies, sum }, records))
    }

    /// Writes a record; after this returns, it is on the disk.
    pub(super) fn append(&mut self, record: &Record) -> Result<(), WorkspaceError> {
        self.note(record)?;
        side_by_side(&self.copies, |(path, file)| {
            file.sync_data().map_err(WorkspaceError::state(path))
        })
    }

    /// Writes a record that a power cut may lose until the next one is on the disk: repeating its action does
    /// no harm.
    pub(super) fn note(&mut self, record: &Record) -> Result<(), WorkspaceError> {
        let made = line(&self.sum, record);
        let (line, sum) = made.map_err(WorkspaceError::state(&self.copies[0].0))?;
        for (path, file) in &mut self.copies {
            file.write_all(&line).map_err(WorkspaceError::state(path))?;
        }
        self.sum = sum;
        Ok(())
    }
}

/// The line of a record that comes after the one with the checksum `before`, and its own checksum.
fn line(before: &str, record: &Record) -> io::Result<(Vec<u8>, String)> {
    let json = serde_json::to_string(record)?;
    let sum = checksum(before, &json)?;
    Ok((format!("{sum} {json}\n").into_bytes(), sum))
}

fn checksum(before: &str, json: &str) -> io::Result<String> {
    let mut sum = hash(format!("{before}{json}").as_bytes())?;
    sum.truncate(SUM);
    Ok(sum)
}

/// Opens a copy, rewritten in one step if it is damaged.
fn make_whole(path: PathBuf, whole: &[u8]) -> Result<(PathBuf, File), WorkspaceError> {
    let open = || -> io::Result<File> {
        if !std::fs::read(&path).is_ok_and(|bytes| bytes == whole) {
            let new = path.with_extension("new");
            let options = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(true)
                .mode(0o600)
                .clone();
            let mut file = options.open(&new)?;
            file.write_all(whole)?;
            file.sync_all()?;
            std::fs::rename(&new, &path)?;
        }
        OpenOptions::new().append(true).open(&path)
    };
    let file = open().map_err(WorkspaceError::state(&path))?;
    bring_to_disk(&path)?;
    Ok((path, file))
}

/// The records of a journal; empty if the process died before the first was complete.
///
/// # Errors
/// [`WorkspaceError::Journal`] if both copies are damaged.
pub(super) fn read(run: &RunDir) -> Result<Vec<Record>, WorkspaceError> {
    let [one, other] = run.journals();
    let first = Reading::of(&one)?;
    if first.is_finished() {
        return Ok(first.records);
    }
    let second = Reading::of(&other)?;
    let salvaged = || [&first, &second].into_iter().flat_map(Reading::salvage).collect();
    // Both are about one run, so the longer one has more information; of two equally long ones the undamaged
    // one is used.
    let rank = |reading: &Reading| (reading.records.len(), reading.flaw.is_none());
    let best = if rank(&second) > rank(&first) {
        &second
    } else {
        &first
    };
    let reason = match &best.flaw {
        Some(flaw) => flaw.clone(),
        None if best.records.is_empty() && run.has_images() => "it is empty or gone".to_owned(),
        None => return Ok(best.records.clone()),
    };
    Err(WorkspaceError::Journal {
        run: run.id().to_owned(),
        path: run.path().to_owned(),
        reason,
        files: salvaged(),
    })
}

/// The content of one of the two files.
#[derive(Default)]
struct Reading {
    bytes: Vec<u8>,
    /// The records up to the first fault.
    records: Vec<Record>,
    flaw: Option<String>,
}

impl Reading {
    fn of(path: &Path) -> Result<Self, WorkspaceError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(WorkspaceError::state(path)(error)),
        };
        let mut reading = Self {
            bytes,
            ..Self::default()
        };
        reading.flaw = reading.parse().err();
        Ok(reading)
    }

    fn parse(&mut self) -> Result<(), String> {
        let mut sum = String::new();
        let is_version_1 = self.bytes.starts_with(b"{");
        for (index, line) in self.bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if !line.ends_with(b"\n") {
                break;
            }
            let damaged = |reason: &str| format!("line {}: {reason}", index + 1);
            let text = std::str::from_utf8(line).map_err(|_| damaged("it is not text"))?;
            let json = match is_version_1 {
                true => text,
                false => checked(text, &mut sum).ok_or_else(|| damaged("its checksum is wrong"))?,
            };
            let record = serde_json::from_str(json).map_err(|error| damaged(&error.to_string()))?;
            check_place(&record, self.records.is_empty()).map_err(|reason| damaged(&reason))?;
            self.records.push(record);
        }
        Ok(())
    }

    fn is_finished(&self) -> bool {
        self.flaw.is_none() && matches!(self.records.last(), Some(Record::End { .. }))
    }

    /// The files that even a damaged journal names.
    fn salvage(&self) -> Vec<RelPath> {
        let lines = self.bytes.split(|byte| *byte == b'\n');
        let objects = lines.filter_map(|line| {
            let start = line.iter().position(|byte| *byte == b'{')?;
            serde_json::from_slice::<Record>(&line[start..]).ok()
        });
        let changes = objects.flat_map(|record| match record {
            Record::Apply { changes, .. } | Record::Sealed { changes, .. } => changes,
            _ => Vec::new(),
        });
        changes.map(|change| change.file).collect()
    }
}

/// The object of a line if its checksum is right, which is then the last one.
fn checked<'a>(line: &'a str, sum: &mut String) -> Option<&'a str> {
    let (stated, json) = line.trim_end_matches('\n').split_once(' ')?;
    let actual = checksum(sum, json).ok()?;
    (stated == actual).then(|| {
        *sum = actual;
        json
    })
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
