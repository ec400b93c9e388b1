//! Ends a command together with everything that it started.

use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::mark::Mark;
use super::platform::{self, Survivor};

/// Tracks all processes of one command. If it is dropped before [`end`](Self::end) is complete (a cancelled
/// future, a panic), it kills them at once.
#[derive(Debug)]
pub(super) struct Leash {
    group: Pid,
    mark: Mark,
    /// When the first process was started, in the system's time.
    since: u64,
    /// Whether the first process is only a wrapper around the command: it ends when the command does, and
    /// killing it kills everything in it.
    wraps: bool,
    /// Processes that were seen, until the system is done with them: a dying process loses its mark first.
    seen: Vec<Survivor>,
    armed: bool,
}

/// How often the killing is repeated, for processes that fork meanwhile.
const ROUNDS: u32 = 50;
/// The time between two checks, at first.
const PAUSE: Duration = Duration::from_millis(2);
/// The longest time between two checks: a check costs some milliseconds if there are many processes.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

impl Leash {
    /// For the command whose first process leads the group `group`.
    pub(super) fn new(group: Pid, mark: Mark, wraps: bool) -> Self {
        mark.carried_by(group);
        Self {
            group,
            mark,
            since: platform::started(group),
            wraps,
            seen: Vec::new(),
            armed: true,
        }
    }

    /// Tells every process to end, and kills those that have not within `grace`.
    pub(super) async fn end(&mut self, grace: Duration) {
        let spared = self.wraps.then_some(self.group);
        let terminate = |survivor: &Survivor| match spared {
            Some(first) if survivor.is(first) => {}
            _ => survivor.terminate(),
        };
        if self.each_survivor(terminate) > 0 && !self.ends_within(grace).await {
            self.kill().await;
        }
        self.armed = false;
    }

    async fn ends_within(&mut self, grace: Duration) -> bool {
        let deadline = Instant::now() + grace;
        let mut pause = PAUSE;
        while Instant::now() < deadline {
            tokio::time::sleep(pause).await;
            if self.each_survivor(|_| ()) == 0 {
                return true;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        false
    }

    async fn kill(&mut self) {
        for _ in 0..ROUNDS {
            if self.each_survivor(Survivor::kill) == 0 {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Applies an action to every remaining process, and returns their number.
    fn each_survivor(&mut self, action: impl Fn(&Survivor)) -> usize {
        let found = platform::survivors(self.group, &self.mark, self.since);
        found.iter().for_each(action);
        self.seen.retain(|seen| seen.is_there() && !found.contains(seen));
        self.seen.extend(found);
        self.seen.len()
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        if !self.armed {
            return;
        }
        for _ in 0..ROUNDS {
            if self.each_survivor(Survivor::kill) == 0 {
                return;
            }
            std::thread::sleep(PAUSE);
        }
    }
}
