//! Keeps the last program that started well, to put it back if a new one dies at once.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::audit::AuditEvent;
use super::error::HealError;
use super::repository::WorkTree;
use super::{Heal, sealed};

const STATE: &str = "program.json";
const COPIES: &str = "programs";

/// How often a new program may die at once before the last good one is put back.
const DEATHS: u32 = 2;

/// The known versions of an agent's program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    /// The SHA-256 of the last one that started well.
    good: Option<String>,
    /// The SHA-256 of the one that died at once, and how often.
    suspect: Option<(String, u32)>,
}

/// The file of an agent's program, in the work tree of its source.
#[derive(Debug)]
pub(super) struct Program {
    heal: Heal,
    file: PathBuf,
    known: Known,
    /// The SHA-256 of the one that was started last; empty if it could not be read.
    started: String,
}

/// The reaction to a program that died at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remedy {
    /// None: it started well before, or no program ever did, so there is nothing to put back.
    None,
    /// It is new, and is started once more.
    Again,
    /// It is new and has died too often: put the last good one back.
    RollBack,
}

impl Program {
    /// The program of an agent, if its file lies in the work tree around the source.
    pub(super) fn of(heal: &Heal, file: &Path, source: &Path) -> Result<Option<Self>, HealError> {
        let Ok(file) = file.canonicalize() else {
            return Ok(None);
        };
        let is_inside = WorkTree::around(source).is_some_and(|tree| file.starts_with(&tree.root));
        if !is_inside || !file.is_file() {
            return Ok(None);
        }
        Ok(Some(Self {
            heal: heal.clone(),
            file,
            known: sealed::read(&heal.file(STATE))?.unwrap_or_default(),
            started: String::new(),
        }))
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Keeps a copy of the program that is about to be started: it may be replaced while it runs.
    pub(super) fn starts(&mut self) -> Result<(), HealError> {
        self.started.clear();
        let bytes = fs::read(&self.file).map_err(HealError::io(&self.file))?;
        self.started = sealed::hash(&bytes);
        let copy = self.copy(&self.started)?;
        if !copy.exists() {
            let mode = fs::metadata(&self.file)
                .map_err(HealError::io(&self.file))?
                .permissions()
                .mode();
            replace(&copy, &bytes, mode).map_err(HealError::io(&copy))?;
        }
        Ok(())
    }

    /// Records that the last started program has started well.
    pub(super) fn started_well(&mut self) -> Result<(), HealError> {
        if self.known.good.as_ref() != Some(&self.started) || self.known.suspect.is_some() {
            self.known = Known {
                good: Some(self.started.clone()),
                suspect: None,
            };
            self.save()?;
            self.forget_others()?;
        }
        Ok(())
    }

    /// Records that the last started program has died at once.
    pub(super) fn died(&mut self) -> Result<Remedy, HealError> {
        if !self.was_replaced() {
            return Ok(Remedy::None);
        }
        let before = self
            .known
            .suspect
            .take()
            .filter(|(hash, _)| *hash == self.started);
        let deaths = before.map_or(0, |(_, deaths)| deaths) + 1;
        self.known.suspect = Some((self.started.clone(), deaths));
        self.save()?;
        Ok(match deaths >= DEATHS {
            true => Remedy::RollBack,
            false => Remedy::Again,
        })
    }

    /// Returns whether the present program has died at once before.
    pub(super) fn is_suspect(&self) -> bool {
        self.known.suspect.is_some()
    }

    /// Returns whether the program to be started is not the last one that started well.
    pub(super) fn was_replaced(&self) -> bool {
        self.known.good.as_ref().is_some_and(|good| *good != self.started)
    }

    /// Puts back the last program that started well. Returns where the new one is kept, if there is one.
    pub(super) fn roll_back(&mut self) -> Result<Option<PathBuf>, HealError> {
        let good = self.known.good.clone().unwrap_or_default();
        let copy = self.copy(&good)?;
        let bytes = fs::read(&copy).map_err(HealError::io(&copy))?;
        if sealed::hash(&bytes) != good {
            return Err(HealError::Damaged {
                path: copy,
                reason: "it is not the program that started well".to_owned(),
            });
        }
        let mode = fs::metadata(&copy)
            .map_err(HealError::io(&copy))?
            .permissions()
            .mode();
        self.check_place()?;
        self.heal.audit(AuditEvent::RolledBack {
            file: self.file.clone(),
            from_sha256: self.started.clone(),
            to_sha256: good,
        })?;
        replace(&self.file, &bytes, mode).map_err(HealError::io(&self.file))?;
        self.known.suspect = None;
        self.save()?;
        match self.started.is_empty() {
            true => Ok(None),
            false => self.copy(&self.started).map(Some),
        }
    }

    /// Checks the path: the agent may have put a link in place of a directory.
    fn check_place(&self) -> Result<(), HealError> {
        let parent = self.file.parent().unwrap_or(Path::new("/"));
        match parent.canonicalize() {
            Ok(real) if real == parent => Ok(()),
            Ok(_) => Err(HealError::io(&self.file)(io::Error::other(
                "its directory is not where it was",
            ))),
            Err(error) => Err(HealError::io(&self.file)(error)),
        }
    }

    fn save(&self) -> Result<(), HealError> {
        sealed::write(&self.heal.file(STATE), &self.known)
    }

    fn copy(&self, hash: &str) -> Result<PathBuf, HealError> {
        Ok(self.heal.make_directory(COPIES)?.join(hash))
    }

    fn forget_others(&self) -> Result<(), HealError> {
        let directory = self.heal.make_directory(COPIES)?;
        let entries = fs::read_dir(&directory).map_err(HealError::io(&directory))?;
        for entry in entries
            .flatten()
            .filter(|entry| entry.file_name() != self.started.as_str())
        {
            fs::remove_file(entry.path()).map_err(HealError::io(&directory))?;
        }
        Ok(())
    }
}

/// Writes a file in one step, even while it is being executed.
fn replace(file: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let temporary = file.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let write = || -> io::Result<()> {
        let mut new = File::options()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(mode & 0o7777)
            .open(&temporary)?;
        new.write_all(bytes)?;
        new.set_permissions(fs::Permissions::from_mode(mode & 0o7777))?;
        new.sync_all()?;
        fs::rename(&temporary, file)?;
        sealed::sync_parent(file)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
