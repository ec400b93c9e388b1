//! One client, on the standard streams.

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;

use unbreak_host::runner::{Owner, kill_leftovers};

use super::Server;
use super::shared::Shared;
use crate::error::CliError;
use crate::exit::ExitCode;

/// Serves until the client leaves or the program is interrupted; then ends all calls, so that no unverified
/// edit stays.
pub(super) fn serve(server: Server) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| failed(&error))?;
    let served = runtime.block_on(async {
        let shared = server.shared.clone();
        let served = tokio::select! {
            served = converse(server) => served,
            () = interrupted() => Ok(()),
        };
        end(&shared).await;
        served
    });
    // A read of standard input cannot be cancelled, so it is not waited for.
    runtime.shutdown_background();
    served
}

/// Ends all calls; a second interrupt does not wait for that. The next run, or an undo, then rolls back
/// unverified changes.
pub(super) async fn end(shared: &Shared) {
    tokio::select! {
        () = shared.jobs.end_all() => {}
        () = interrupted() => {
            kill_leftovers(&Owner::current());
            std::process::exit(ExitCode::Interrupted.code().into());
        }
    }
}

async fn converse(server: Server) -> Result<(), CliError> {
    let service = match server.serve(rmcp::transport::stdio()).await {
        Ok(service) => service,
        // The client left without a message.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(failed(&error)),
    };
    service.waiting().await.map(drop).map_err(|error| failed(&error))
}

/// Waits for Ctrl-C or a request to end.
pub(super) async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut signals: Vec<_> = [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::hangup(),
    ]
    .into_iter()
    .filter_map(|kind| signal(kind).ok())
    .collect();
    std::future::poll_fn(|context| {
        let came = signals
            .iter_mut()
            .any(|signal| signal.poll_recv(context).is_ready());
        if came {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
}

fn failed(error: &(dyn std::error::Error + 'static)) -> CliError {
    CliError::failed("the client could not be served").caused_by(error)
}
