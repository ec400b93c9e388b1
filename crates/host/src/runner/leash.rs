//! Ending a command together with everything that it started.

use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::mark::Mark;
use super::platform::{self, Survivor};

/// Holds on to all processes of one command. Dropped before [`end`](Self::end) came to its end
/// (a cancelled future, a panic), it kills them at once.
#[derive(Debug)]
pub(super) struct Leash {
    group: Pid,
    mark: Mark,
    /// When the first process was started, in the system's time.
    since: u64,
    /// Whether the first process only stands between this one and the command: it ends when the command
    /// does, and takes everything along when it is killed.
    wraps: bool,
    /// Processes seen, until the system is done with them: one that dies loses its mark first.
    seen: Vec<Survivor>,
    armed: bool,
}

/// How often the killing is repeated against processes that fork meanwhile.
const ROUNDS: u32 = 50;
/// Between two looks, at first.
const PAUSE: Duration = Duration::from_millis(2);
/// And in the end: a look costs some milliseconds where there are many processes.
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

    /// Does something to every process that is left, and says how many there are.
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
