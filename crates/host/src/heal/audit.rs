//! The audit log of development mode: when it was switched, and every change an agent made to its own source.
//!
//! One record per line: its hash and a JSON object. A hash covers its record and the hash before it, so a
//! line that was changed, lost or moved breaks the chain. A second file names the last record, so that a log
//! that was cut at its end is noticed as well.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use unbreak_core::redact;

use super::development::Extent;
use super::documents::Reload;
use super::error::HealError;
use super::{Heal, sealed};
use crate::workspace::now_ms;

const LOG: &str = "audit.log";
const HEAD: &str = "audit.head";
const LOCK: &str = "audit.lock";

/// One line of the audit log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AuditRecord {
    /// The time, in milliseconds since 1970-01-01 UTC.
    pub time_ms: u64,
    /// The process.
    pub pid: u32,
    /// The event.
    #[serde(flatten)]
    pub event: AuditEvent,
}

/// An event in the audit log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AuditEvent {
    /// The agent was bound to a repository.
    Bound {
        /// Its address.
        repository: String,
    },
    /// Development mode was switched on.
    Enabled {
        /// The extent.
        extent: Extent,
    },
    /// Development mode was switched off.
    Disabled,
    /// A self-fix was requested while development mode was off.
    Refused {
        /// The reasons why it is off.
        reasons: Vec<String>,
    },
    /// A self-fix is about to begin.
    FixBegun {
        /// The agent's own tests.
        command: String,
    },
    /// A self-fix is over.
    FixEnded {
        /// The run, for `unbreak undo`; absent if none could be made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<String>,
        /// How it ended, in words.
        outcome: String,
        /// The changed files.
        files: Vec<String>,
        /// The SHA-256 of the diff.
        diff_sha256: String,
        /// How the change takes effect.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect: Option<String>,
    },
    /// The supervisor put back the last program that started well.
    RolledBack {
        /// The file.
        file: PathBuf,
        /// The SHA-256 of the program that died.
        from_sha256: String,
        /// The SHA-256 of the program that was put back.
        to_sha256: String,
    },
}

impl AuditEvent {
    pub(super) fn effect_name(effect: Reload) -> String {
        match effect {
            Reload::Nothing => "nothing changed",
            Reload::InPlace => "reloaded in place",
            Reload::Restart => "restart",
        }
        .to_owned()
    }
}

/// An audit log that was found intact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verified {
    /// The records, the oldest first.
    pub records: Vec<AuditRecord>,
    /// The hash of the last one; empty for none. If it is kept elsewhere, it shows later that nothing was
    /// rewritten.
    pub head: String,
}

/// The content of the second file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    records: usize,
    hash: String,
}

impl Heal {
    /// Writes a record, without secrets. When this returns, it is on the disk.
    ///
    /// # Errors
    /// If the log is not intact, or cannot be written.
    pub(super) fn audit(&self, event: AuditEvent) -> Result<(), HealError> {
        let _lock = self.lock(LOCK)?;
        let verified = self.verified(true)?;
        let record = AuditRecord {
            time_ms: now_ms(),
            pid: std::process::id(),
            event,
        };
        let path = self.file(LOG);
        let append = || -> io::Result<Head> {
            let json = serde_json::to_string(&redact::kept(&record)?)?;
            let hash = chained(&verified.head, &json);
            let mut log = OpenOptions::new()
                .append(true)
                .create(true)
                .mode(0o600)
                .open(&path)?;
            log.write_all(format!("{hash} {json}\n").as_bytes())?;
            log.sync_all()?;
            sealed::sync_parent(&path)?;
            Ok(Head {
                records: verified.records.len() + 1,
                hash,
            })
        };
        let head = append().map_err(HealError::io(&path))?;
        sealed::write(&self.file(HEAD), &head)
    }

    /// Reads the audit log and checks it from its first record to its last.
    ///
    /// # Errors
    /// If a record was changed, lost, moved or cut off.
    pub fn audit_log(&self) -> Result<Verified, HealError> {
        let _lock = self.lock(LOCK)?;
        self.verified(false)
    }

    /// `repair` cuts off a line that was being written when its process died: its event has not happened.
    fn verified(&self, repair: bool) -> Result<Verified, HealError> {
        let path = self.file(LOG);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(HealError::io(&path)(error)),
        };
        let broken = |reason: String| HealError::Audit {
            path: path.clone(),
            reason,
        };
        let head: Head = sealed::read(&self.file(HEAD))?.unwrap_or_default();
        let mut verified = Verified {
            records: Vec::new(),
            head: String::new(),
        };
        let mut whole = 0;
        for (index, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let Some(line) = line.strip_suffix(b"\n") else {
                break;
            };
            let at = |reason: &str| broken(format!("line {}: {reason}", index + 1));
            let text = std::str::from_utf8(line).map_err(|_| at("it is not text"))?;
            let (hash, json) = text.split_once(' ').ok_or_else(|| at("it has no hash"))?;
            if chained(&verified.head, json) != hash {
                return Err(at(
                    "its hash is wrong: it, or a line before it, was changed, lost or moved",
                ));
            }
            let record = serde_json::from_str(json).map_err(|error| at(&error.to_string()))?;
            verified.records.push(record);
            hash.clone_into(&mut verified.head);
            whole += line.len() + 1;
            if verified.records.len() == head.records && verified.head != head.hash {
                return Err(at("it is not the record that was written last"));
            }
        }
        if verified.records.len() < head.records {
            return Err(broken(format!(
                "it has {} records, and had {}",
                verified.records.len(),
                head.records
            )));
        }
        if repair && whole < bytes.len() {
            let cut = || OpenOptions::new().write(true).open(&path)?.set_len(whole as u64);
            cut().map_err(HealError::io(&path))?;
        }
        Ok(verified)
    }
}

fn chained(before: &str, json: &str) -> String {
    sealed::hash(format!("{before}{json}").as_bytes())
}
