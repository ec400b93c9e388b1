//! The running calls, the finished ones that may be asked for by id, and the long results that were returned.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::job::{Job, Work};
use crate::error::CliError;

/// The most running calls.
const MOST_RUNNING: usize = 8;

/// The most finished calls that are remembered by id.
const MOST_REMEMBERED: usize = 32;

/// The table of calls.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    /// The latest is last.
    table: Mutex<VecDeque<Arc<Job>>>,
    /// The number of finished calls.
    ended: watch::Sender<u64>,
}

impl Jobs {
    fn table(&self) -> MutexGuard<'_, VecDeque<Arc<Job>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a call.
    ///
    /// # Errors
    /// If too many are running already, or the system has no thread for it.
    pub(super) fn start(&self, tool: &str, can_ask: bool, work: Work) -> Result<Arc<Job>, CliError> {
        let mut table = self.table();
        let running = table.iter().filter(|job| !job.is_finished()).count();
        if running >= MOST_RUNNING {
            return Err(CliError::failed(format!("{running} calls go on already"))
                .hint("wait for one of them, or cancel it: `job`".to_owned()));
        }
        let job = Job::start(new_id(), tool, can_ask, work, self.ended.clone())?;
        table.push_back(Arc::clone(&job));
        let finished = table.iter().filter(|job| job.is_finished()).count();
        if finished > MOST_REMEMBERED
            && let Some(oldest) = table.iter().position(|job| job.is_finished())
        {
            table.remove(oldest);
        }
        Ok(job)
    }

    /// The call with this id.
    ///
    /// # Errors
    /// If there is none, or it was forgotten.
    pub(super) fn get(&self, id: &str) -> Result<Arc<Job>, CliError> {
        let table = self.table();
        let found = table.iter().find(|job| job.id == id);
        found.map(Arc::clone).ok_or_else(|| {
            let going: Vec<&str> = table
                .iter()
                .filter(|job| job.is_handed_out())
                .map(|job| job.id.as_str())
                .collect();
            let hint = match going.is_empty() {
                true => "there is no job; only calls that continue after their answer have an id".to_owned(),
                false => format!("the jobs are {}", going.join(", ")),
            };
            CliError::usage(format!("there is no job '{id}'")).hint(hint)
        })
    }

    /// Forgets a call whose answer was given, and whose id no client has.
    pub(super) fn answered(&self, job: &Arc<Job>) {
        if !job.is_handed_out() {
            self.table().retain(|other| !Arc::ptr_eq(other, job));
        }
    }

    /// Notifies when a call ends, after which resources may have changed.
    pub(super) fn ended(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }

    /// The running calls.
    pub(super) fn running(&self) -> Vec<Arc<Job>> {
        let table = self.table();
        table.iter().filter(|job| !job.is_finished()).cloned().collect()
    }

    /// Ends every running call, and waits until unverified changes are rolled back.
    pub(super) async fn end_all(&self) {
        let running = self.running();
        running.iter().for_each(|job| job.cancel.cancel());
        for job in running {
            job.finished().await;
        }
    }
}

/// A unique id, also across servers and days, so that an answer for a finished call reaches no other.
fn new_id() -> String {
    // Every state has keys of its own, drawn from the system's randomness.
    let random = || RandomState::new().build_hasher().finish();
    format!("job-{:016x}", random() ^ random().rotate_left(32))
}
