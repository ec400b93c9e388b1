//! Sessions on the disk: one file each, in the state directory of the workspace.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use unbreak_core::redact;
use unbreak_core::session::{Standing, State};

use super::error::SessionError;
use super::{Saved, VERSION};
use crate::workspace::Tree;

/// A session in a list.
#[derive(Debug, Clone, Serialize)]
pub struct Listed {
    /// Its name.
    pub id: String,
    /// The command it is about.
    pub command: String,
    /// Its state.
    pub state: State,
    /// Its standing.
    pub standing: Standing,
}

/// The directory of the sessions of one workspace.
#[derive(Debug)]
pub(super) struct Store {
    directory: PathBuf,
}

/// Milliseconds since 1970-01-01 UTC.
pub(super) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

impl Store {
    /// # Errors
    /// If the directory cannot be made.
    pub(super) fn of(tree: &Tree) -> Result<Self, SessionError> {
        let directory = tree.sessions_directory();
        fs::create_dir_all(&directory).map_err(failed(&directory))?;
        Ok(Self { directory })
    }

    /// A new name, and its lock. Names sort by time.
    pub(super) fn create(&self) -> Result<(String, File), SessionError> {
        let time = UNIX_EPOCH + Duration::from_millis(now_ms());
        let stamp = humantime::format_rfc3339_millis(time).to_string();
        let stamp = stamp.replace(['-', ':', 'Z'], "").replace(['T', '.'], "-");
        let mut number = 1;
        loop {
            let id = match number {
                1 => stamp.clone(),
                _ => format!("{stamp}-{number}"),
            };
            let lock = self.open_lock(&id)?;
            if lock.try_lock().is_ok() && !self.file(&id).exists() {
                return Ok((id, lock));
            }
            number += 1;
        }
    }

    /// Locks a session for this process, as long as the file is open.
    pub(super) fn lock(&self, id: &str) -> Result<File, SessionError> {
        let lock = self.open_lock(id)?;
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(SessionError::Busy(id.to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(&self.lock_file(id))(error)),
        }
    }

    fn open_lock(&self, id: &str) -> Result<File, SessionError> {
        let path = self.lock_file(id);
        private().truncate(false).open(&path).map_err(failed(&path))
    }

    /// The session with this name, or the latest.
    pub(super) fn find(&self, id: Option<&str>) -> Result<String, SessionError> {
        let known = self.ids()?;
        let found = match id {
            None => known.first(),
            Some(id) => known.iter().find(|known| *known == id),
        };
        found
            .cloned()
            .ok_or_else(|| SessionError::Unknown(id.map(str::to_owned)))
    }

    /// All names, the latest first.
    fn ids(&self) -> Result<Vec<String>, SessionError> {
        let entries = fs::read_dir(&self.directory).map_err(failed(&self.directory))?;
        let names = entries
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok());
        let mut ids: Vec<String> = names
            .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
            .collect();
        ids.sort_by(|a, b| b.cmp(a));
        Ok(ids)
    }

    pub(super) fn list(&self) -> Result<Vec<Listed>, SessionError> {
        let listed = |id: &String| {
            let saved = self.load(id)?;
            let record = saved.session.record();
            Ok(Listed {
                id: record.id.clone(),
                command: record.command.to_string(),
                state: record.state,
                standing: record.standing.clone(),
            })
        };
        self.ids()?.iter().map(listed).collect()
    }

    /// # Errors
    /// If it is damaged: the file is then left as it is, and named.
    pub(super) fn load(&self, id: &str) -> Result<Saved, SessionError> {
        let path = self.file(id);
        let text = fs::read(&path).map_err(failed(&path))?;
        let damaged = |reason: String| SessionError::Damaged {
            path: path.clone(),
            reason,
        };
        let saved: Saved = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        match (saved.version, saved.session.record().id.as_str()) {
            (VERSION, named) if named == id => Ok(saved),
            // It would be saved to another file.
            (VERSION, named) => Err(damaged(format!("it holds the session '{named}'"))),
            (other, _) => Err(damaged(format!(
                "it has version {other}, and this program knows {VERSION}"
            ))),
        }
    }

    /// Replaces the file in one step, so that a sudden death leaves either the old session or the new one.
    /// The saved session contains no secrets: they are also removed from the command and the texts of edits.
    pub(super) fn save(&self, saved: &Saved) -> Result<(), SessionError> {
        let path = self.file(&saved.session.record().id);
        let temporary = path.with_extension("json.new");
        let write = || -> io::Result<()> {
            let mut file = private().truncate(true).open(&temporary)?;
            file.write_all(&serde_json::to_vec_pretty(&redact::kept(saved)?)?)?;
            file.sync_data()?;
            fs::rename(&temporary, &path)
        };
        write().map_err(failed(&path))
    }

    fn file(&self, id: &str) -> PathBuf {
        self.directory.join(format!("{id}.json"))
    }

    fn lock_file(&self, id: &str) -> PathBuf {
        self.directory.join(format!("{id}.lock"))
    }
}

/// A file that only its owner may read: it holds the user's sources.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).mode(0o600);
    options
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> SessionError {
    move |source| SessionError::Io {
        path: path.to_owned(),
        source,
    }
}
