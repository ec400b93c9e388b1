//! Waits for a command's end, for any reason, and cleans up after it.

use std::future::pending;
use std::time::{Duration, Instant};

use unbreak_core::ExitState;

use super::cancel::CancelToken;
use super::drain::{Drain, Meter, Overflow};
use super::limits::Limits;
use super::spawn::{Running, exit_state};

/// How a command ended.
pub(super) struct Ended {
    pub(super) exit: ExitState,
    pub(super) duration: Duration,
}

/// How long a background process may keep the pipe open after the main process has ended, and how long
/// reading the last output may take, which is already in the pipe.
const SETTLE: Duration = Duration::from_millis(100);

/// How often it is looked within the time that a command may write nothing.
const LOOKS: u32 = 20;

/// How long a killed process may take to be gone.
const REAP: Duration = Duration::from_secs(5);

/// Waits until the command has ended or must be ended, reads its output meanwhile, and leaves none of its
/// processes behind.
pub(super) async fn supervise(
    mut running: Running,
    reading: impl Future<Output = Result<(), Overflow>> + Send,
    meter: &Meter,
    limits: &Limits,
    cancel: &CancelToken,
) -> Ended {
    let mut drain = Drain::new(reading);
    let exit = first_end(&mut running, &mut drain, meter, limits, cancel).await;
    let duration = running.since.elapsed();
    if matches!(exit, ExitState::Code(_) | ExitState::Signal(_)) {
        drain.finish_within(SETTLE).await;
    }
    drain.during(running.leash.end(limits.grace)).await;
    // Reaps it. Its status is known, or does not matter because it was killed; a process that hangs in the
    // system itself cannot be waited for.
    let reaped = tokio::time::timeout(REAP, running.child.wait());
    let _ = drain.during(reaped).await;
    drain.finish_within(SETTLE).await;
    Ended { exit, duration }
}

async fn first_end(
    running: &mut Running,
    drain: &mut Drain<'_>,
    meter: &Meter,
    limits: &Limits,
    cancel: &CancelToken,
) -> ExitState {
    let wraps = running.wraps;
    let own_deadline = limits.timeout.map(|timeout| running.since + timeout);
    tokio::select! {
        biased;
        status = running.child.wait() => status.map_or(ExitState::Code(-1), |status| exit_state(status, wraps)),
        () = cancel.cancelled() => ExitState::Cancelled,
        () = until(limits.deadline) => ExitState::Cancelled,
        () = until(own_deadline) => ExitState::TimedOut,
        () = silence(meter, limits.silence) => ExitState::TimedOut,
        () = drain.overflow() => ExitState::OutputLimit,
    }
}

/// Waits until nothing was written for so long; for ever if there is no limit.
async fn silence(meter: &Meter, limit: Option<Duration>) {
    let Some(limit) = limit else {
        return pending().await;
    };
    let (mut seen, mut since) = (meter.total(), Instant::now());
    while since.elapsed() < limit {
        tokio::time::sleep((limit / LOOKS).max(SETTLE)).await;
        if meter.total() != seen {
            (seen, since) = (meter.total(), Instant::now());
        }
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => pending().await,
    }
}
