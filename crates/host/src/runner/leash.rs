//! Ending a command together with everything that it started.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::mark::Mark;
use super::platform::{self, Survivor};

/// Holds on to all processes of one command. Dropped before [`end`](Self::end) came to its end
/// (a cancelled future, a panic), it kills them at once.
#[derive(Debug)]
pub(super) struct Leash {
    group: Pid,
    mark: Mark,
    armed: bool,
}

/// How often the killing is repeated against processes that fork meanwhile.
const ROUNDS: u32 = 50;
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(2);

impl Leash {
    /// For the command whose first process leads the group `group`.
    pub(super) fn new(group: Pid, mark: Mark) -> Self {
        Self {
            group,
            mark,
            armed: true,
        }
    }

    /// Tells every process to end, and kills those that have not within `grace`.
    pub(super) async fn end(&mut self, grace: Duration) {
        if !self.is_empty_after(Survivor::terminate) && !self.ends_within(grace).await {
            self.kill().await;
        }
        self.armed = false;
    }

    async fn ends_within(&self, grace: Duration) -> bool {
        let deadline = Instant::now() + grace;
        while Instant::now() < deadline {
            tokio::time::sleep(PAUSE).await;
            if self.survivors().is_empty() {
                return true;
            }
        }
        false
    }

    async fn kill(&self) {
        for _ in 0..ROUNDS {
            if self.is_empty_after(Survivor::kill) {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Does something to every process that is left; whether there was none.
    fn is_empty_after(&self, action: impl Fn(&Survivor)) -> bool {
        let survivors = self.survivors();
        survivors.iter().for_each(action);
        survivors.is_empty()
    }

    fn survivors(&self) -> Vec<Survivor> {
        platform::survivors(self.group, self.mark.as_bytes())
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        if !self.armed {
            return;
        }
        for _ in 0..ROUNDS {
            if self.is_empty_after(Survivor::kill) {
                return;
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// Asks for an end, and wakes a stopped process so that it can hear it.
pub(super) const END: [Signal; 2] = [Signal::TERM, Signal::CONT];
