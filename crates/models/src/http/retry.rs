//! Decides when a failed request is sent again.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::time::Duration;

use super::failure::{Failure, Hope};

/// The number of retries and their times.
#[derive(Debug, Clone, Copy)]
pub(super) struct Retry {
    /// The most retries.
    pub(super) most: u32,
    /// The longest wait before the first of them; it doubles each time.
    pub(super) first: Duration,
    /// The longest wait. A server that asks for more is not asked again.
    pub(super) longest: Duration,
}

/// The number of retries unless the configuration sets another.
pub(super) const MOST: u32 = 4;

impl Retry {
    pub(super) const fn new(most: u32) -> Self {
        Self {
            most,
            first: Duration::from_millis(500),
            longest: Duration::from_secs(60),
        }
    }

    /// How long to wait after a failure, if the request is to be sent again: as long as the server says,
    /// otherwise a random part of a time that doubles ("full jitter", so that clients that failed together do
    /// not return together).
    pub(super) fn wait(&self, failure: &Failure, failures: u32) -> Option<Duration> {
        let is_left = failures < self.most;
        match failure.hope {
            Hope::Retry if is_left => Some(self.backoff(failures).mul_f64(random())),
            Hope::RetryAfter(wait) if is_left && wait <= self.longest => Some(wait),
            Hope::Retry | Hope::RetryAfter(_) | Hope::None => None,
        }
    }

    fn backoff(&self, failures: u32) -> Duration {
        let doubled = self.first.saturating_mul(1 << failures.min(16));
        doubled.min(self.longest)
    }
}

/// A number from 0 to 1.
fn random() -> f64 {
    let drawn = RandomState::new().build_hasher().finish();
    f64::from((drawn >> 32) as u32) / f64::from(u32::MAX)
}
