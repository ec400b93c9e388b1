//! Sessions: the time from the start of a supervisor to its end, over all restarts of the agent.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};

use serde::{Deserialize, Serialize};

use super::error::HealError;
use super::{Heal, sealed};
use crate::runner::{Owner, kill_leftovers};
use crate::workspace::now_ms;

/// The file whose lock shows that a supervisor attends the agent; it holds the supervisor's identity.
const LOCK: &str = "session.lock";

/// The supervisor that attends an agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionHolder {
    /// The unique id of the session.
    pub id: String,
    /// The supervisor's process.
    pub pid: u32,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub started_ms: u64,
}

impl fmt::Display for SessionHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pid {
            0 => f.write_str("one that has just begun"),
            pid => write!(f, "process {pid}"),
        }
    }
}

/// A session, until it is dropped or its process dies.
#[derive(Debug)]
pub(super) struct Session {
    _lock: File,
}

impl Session {
    /// Begins a session, and ends the processes left by a supervisor that was killed.
    pub(super) fn begin(heal: &Heal) -> Result<Self, HealError> {
        let path = heal.file(LOCK);
        let Some(mut lock) = heal.try_lock(LOCK)? else {
            return Err(HealError::Supervised(holder(heal)?));
        };
        let mut last = String::new();
        lock.read_to_string(&mut last).map_err(HealError::io(&path))?;
        if let Some(owner) = serde_json::from_str::<SessionHolder>(&last)
            .ok()
            .and_then(|holder| holder.id.parse::<Owner>().ok())
            .filter(|owner| *owner != Owner::current())
        {
            kill_leftovers(&owner);
        }
        let holder = SessionHolder {
            id: Owner::current().to_string(),
            pid: std::process::id(),
            started_ms: now_ms(),
        };
        let mut sign = || -> io::Result<()> {
            lock.rewind()?;
            lock.set_len(0)?;
            lock.write_all(&serde_json::to_vec(&holder)?)?;
            lock.sync_data()
        };
        sign().map_err(HealError::io(&path))?;
        Ok(Self { _lock: lock })
    }

    /// Returns the present session, if there is one.
    pub(super) fn current(heal: &Heal) -> Result<Option<SessionHolder>, HealError> {
        match heal.is_locked(LOCK)? {
            true => Ok(Some(holder(heal)?)),
            false => Ok(None),
        }
    }
}

/// The holder named in the lock file; unknown while that is being written.
fn holder(heal: &Heal) -> Result<SessionHolder, HealError> {
    let path = heal.file(LOCK);
    let mut text = String::new();
    let mut file = sealed::private()
        .read(true)
        .open(&path)
        .map_err(HealError::io(&path))?;
    file.read_to_string(&mut text).map_err(HealError::io(&path))?;
    Ok(serde_json::from_str(&text).unwrap_or_default())
}
