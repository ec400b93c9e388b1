//! Handles Ctrl-C, and the other signals by which a system asks a program to end.

use std::io;
use std::io::Write as _;

use tokio::signal::unix::{Signal, SignalKind, signal};
use unbreak_host::CancelToken;
use unbreak_host::runner::{Owner, kill_leftovers};

use crate::exit::ExitCode;
use crate::terminal;

/// Cancels the run on the first interrupt, and says what is still being done (`meanwhile`). On the second,
/// kills everything it started and ends the program; the next run, or an undo, then rolls back unverified
/// changes.
///
/// It has a thread of its own, because the run may be waiting for an answer from the terminal.
///
/// # Errors
/// If the system does not let a program listen for signals.
pub(crate) fn listen(cancel: CancelToken, meanwhile: &'static str) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let mut signals = {
        let _entered = runtime.enter();
        [
            SignalKind::interrupt(),
            SignalKind::terminate(),
            SignalKind::hangup(),
        ]
        .into_iter()
        .map(signal)
        .collect::<io::Result<Vec<Signal>>>()?
    };
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            runtime.block_on(async {
                any(&mut signals).await;
                cancel.cancel();
                // Without a reader nothing is lost.
                let _ = writeln!(
                    terminal::stderr(),
                    "\ninterrupted: {meanwhile} (again to end at once)"
                );
                any(&mut signals).await;
                kill_leftovers(&Owner::current());
                std::process::exit(ExitCode::Interrupted.code().into());
            });
        })?;
    Ok(())
}

/// Waits for any of them.
async fn any(signals: &mut [Signal]) {
    std::future::poll_fn(|context| {
        let came = signals
            .iter_mut()
            .any(|signal| signal.poll_recv(context).is_ready());
        match came {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
}
