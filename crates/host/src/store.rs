//! The memory across runs: past failures and their fixes, in a database in the state directory.
//!
//! Several processes may use it at once: with SQLite's write-ahead log, readers continue while one process
//! writes, and other writers wait. A process that dies leaves everything that it had finished writing.
//!
//! Nothing in it holds a secret: all of it passes through [`unbreak_core::redact::kept`].

mod error;
mod failures;
mod fixes;
mod flakes;
mod patterns;
mod rules;
mod schema;
mod terms;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use rusqlite::Connection;
use serde::Serialize;
use unbreak_core::capability::{CapabilityError, Recalled};
use unbreak_core::session::Postmortem;
use unbreak_core::{Flake, LearnedPattern, Memory, Signature, Similar, Symptoms, Template};

pub use error::{StoreError, StoreErrorKind};

/// The store's file in the state directory.
const FILE: &str = "memory.sqlite";

/// The memory of all runs of one user.
///
/// It is opened only when it is used.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Mutex<Option<Connection>>,
}

/// The amount of stored data.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Statistics {
    /// Past failures.
    pub failures: u64,
    /// How often these occurred.
    pub times: u64,
    /// Kinds of fixes that were tried.
    pub patterns: u64,
    /// The patterns that helped at least seven times in ten.
    pub high_confidence: u64,
    /// Templates of verified fixes, which can make such a fix again in another file.
    pub templates: u64,
    /// The templates that helped at least seven times in ten.
    pub known_templates: u64,
    /// How often a fix helped.
    pub successes: u64,
    /// How often a fix was tried without success.
    pub failed: u64,
    /// Flaky tests.
    pub flaky_tests: u64,
    /// The share of successes, 0..=1; `None` if no fix was tried.
    pub success_rate: Option<f64>,
    /// The rules whose fixes were tried, the most used first.
    pub rules: Vec<RuleCount>,
}

/// Statistics of the fixes of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RuleCount {
    /// Its id.
    pub rule: String,
    /// The number of its proposals that were tried.
    pub tried: u64,
    /// The number of these that were kept.
    pub kept: u64,
    /// The number of these that were rolled back.
    pub taken_back: u64,
}

impl Store {
    /// The store in a state directory.
    pub fn in_state(state: &Path) -> Self {
        Self::at(state.join(FILE))
    }

    /// A store in a file, which may not exist yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            connection: Mutex::new(None),
        }
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps many postmortems at once, each with the time at which it was written, in milliseconds
    /// since 1970-01-01 UTC.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn import<'a>(
        &self,
        postmortems: impl IntoIterator<Item = (&'a Postmortem, u64)>,
    ) -> Result<(), StoreError> {
        self.with(|connection| failures::insert(connection, postmortems))
    }

    /// The amount of stored data.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn statistics(&self) -> Result<Statistics, StoreError> {
        // Reading must not create the file.
        if !self.path.exists() {
            return Ok(Statistics::default());
        }
        self.with(|connection| {
            let mut statistics = failures::count(connection)?;
            fixes::count(connection, &mut statistics)?;
            patterns::count(connection, &mut statistics)?;
            statistics.flaky_tests = flakes::count(connection)?;
            statistics.rules = rules::count(connection)?;
            Ok(statistics)
        })
    }

    /// Failures like this one, the most similar first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn find(&self, symptoms: &Symptoms, limit: usize) -> Result<Vec<Similar>, StoreError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        self.with(|connection| failures::find(connection, symptoms, limit))
    }

    /// Every template of a fix, the last used first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn patterns(&self) -> Result<Vec<LearnedPattern>, StoreError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        self.with(|connection| patterns::all(connection))
    }

    /// Deletes a template by its number; returns whether it existed.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn forget_pattern(&self, id: u64) -> Result<bool, StoreError> {
        if !self.path.exists() {
            return Ok(false);
        }
        self.with(|connection| patterns::forget(connection, id))
    }

    /// Adds templates from another store, all or none; returns the number of new ones. They have no successes
    /// here yet.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn import_patterns<'a>(
        &self,
        templates: impl IntoIterator<Item = (&'a Template, &'a str)>,
    ) -> Result<usize, StoreError> {
        self.with(|connection| patterns::import(connection, templates))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let mut slot: MutexGuard<'_, _> = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let mut connection = match slot.take() {
            Some(connection) => connection,
            None => schema::open(&self.path)?,
        };
        let done = work(&mut connection).map_err(|error| StoreError::of(&self.path, error));
        // After an error it is opened and checked again.
        if done.is_ok() {
            *slot = Some(connection);
        }
        done
    }
}

#[async_trait]
impl Memory for Store {
    async fn recall(&self, signature: &Signature, limit: usize) -> Result<Vec<Recalled>, CapabilityError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        Ok(self.with(|connection| fixes::recall(connection, signature, limit))?)
    }

    fn prepare(&self) {
        // If it cannot be used, the first record says so.
        let _ = self.with(|_| Ok(()));
    }

    async fn record(
        &self,
        signature: &Signature,
        strategy: &str,
        details: &str,
        fixed: bool,
    ) -> Result<(), CapabilityError> {
        Ok(self.with(|connection| fixes::record(connection, signature, strategy, details, fixed))?)
    }

    async fn count_rule(&self, rule: &str, is_kept: bool) -> Result<(), CapabilityError> {
        Ok(self.with(|connection| rules::note(connection, rule, is_kept))?)
    }

    async fn remember(&self, postmortem: &Postmortem) -> Result<(), CapabilityError> {
        Ok(self.import([(postmortem, now_ms())])?)
    }

    async fn similar(&self, symptoms: &Symptoms, limit: usize) -> Result<Vec<Similar>, CapabilityError> {
        Ok(self.find(symptoms, limit)?)
    }

    async fn templates(&self, key: &Signature, limit: usize) -> Result<Vec<LearnedPattern>, CapabilityError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        Ok(self.with(|connection| patterns::like(connection, key, limit))?)
    }

    async fn keep_template(&self, template: &Template, origin: &str) -> Result<(), CapabilityError> {
        Ok(self.with(|connection| patterns::keep(connection, template, origin))?)
    }

    async fn judge_template(&self, id: u64, helped: bool) -> Result<(), CapabilityError> {
        Ok(self.with(|connection| patterns::judge(connection, id, helped))?)
    }

    async fn note_flakes(&self, flakes: &[Flake]) -> Result<(), CapabilityError> {
        Ok(self.with(|connection| flakes::note(connection, flakes))?)
    }

    async fn flakes(&self, workspace: &str) -> Result<Vec<Flake>, CapabilityError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        Ok(self.with(|connection| flakes::of(connection, workspace))?)
    }
}

/// The error for a value that cannot be written as JSON.
fn unwritable(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(Box::new(error))
}

/// Milliseconds since 1970-01-01 UTC.
fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
