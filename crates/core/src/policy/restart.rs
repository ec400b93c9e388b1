//! Restart storms: how often a program may be started again.
//!
//! Pure functions: the caller passes the time and keeps the [`RestartHistory`] between two decisions.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The number of restarts allowed within a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct RestartPolicy {
    /// The most restarts within the window. 3 by default: the fourth is a storm.
    pub most: u32,
    /// The length of the window in milliseconds. An hour by default.
    pub window_ms: u64,
}

impl Default for RestartPolicy {
    fn default() -> Self {
        Self::new(3, Duration::from_hours(1))
    }
}

impl RestartPolicy {
    /// Allows at most this many restarts within a time.
    pub fn new(most: u32, window: Duration) -> Self {
        Self {
            most,
            window_ms: u64::try_from(window.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// Decides whether a program may be started again at `now_ms`, in milliseconds since 1970-01-01 UTC.
    ///
    /// A restart that seems to lie in the future, because the clock was set back, counts as one of now. So
    /// setting the clock neither forgets restarts nor blocks them for longer than the window.
    pub fn decide(&self, history: &RestartHistory, now_ms: u64) -> RestartDecision {
        let times = history.times_ms.iter().map(|time| (*time).min(now_ms));
        let mut recent: Vec<u64> = times.filter(|time| now_ms - time < self.window_ms).collect();
        recent.sort_unstable();
        let counted = u32::try_from(recent.len()).unwrap_or(u32::MAX);
        if counted >= self.most {
            let overflow = recent.len() - self.most as usize;
            let opens = recent
                .get(overflow)
                .map_or(u64::MAX, |time| time.saturating_add(self.window_ms));
            return RestartDecision::Halt(RestartStorm {
                restarts_ms: recent,
                policy: *self,
                allowed_again_ms: opens,
            });
        }
        recent.push(now_ms);
        RestartDecision::Restart {
            number: counted + 1,
            history: RestartHistory { times_ms: recent },
        }
    }
}

/// The times at which a program was started again. A value: deciding gives a new one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestartHistory {
    /// The restarts that still count, in milliseconds since 1970-01-01 UTC.
    times_ms: Vec<u64>,
}

impl RestartHistory {
    /// The restarts, in milliseconds since 1970-01-01 UTC.
    pub fn times_ms(&self) -> &[u64] {
        &self.times_ms
    }
}

/// Whether a program is started again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RestartDecision {
    /// It is, once the history is saved: a restart that is not saved is not counted.
    Restart {
        /// The number of this restart within the window, from 1.
        number: u32,
        /// The restarts with this one.
        history: RestartHistory,
    },
    /// It is not.
    Halt(RestartStorm),
}

/// Too many restarts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "restart storm: {} restarts in the last {}, and no more are allowed",
    restarts_ms.len(),
    span(policy.window_ms)
)]
pub struct RestartStorm {
    /// The restarts that count, in milliseconds since 1970-01-01 UTC.
    pub restarts_ms: Vec<u64>,
    /// The policy that halts.
    pub policy: RestartPolicy,
    /// The time from which on a restart is allowed again, in milliseconds since 1970-01-01 UTC; `u64::MAX`
    /// for never.
    pub allowed_again_ms: u64,
}

fn span(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    match (seconds / 60, seconds % 60) {
        (0, _) => format!("{seconds} seconds"),
        (60, 0) => "hour".to_owned(),
        (minutes, 0) => format!("{minutes} minutes"),
        _ => format!("{seconds} seconds"),
    }
}
