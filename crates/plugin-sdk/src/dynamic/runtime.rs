//! The library's own runtime: the host's is not accessible here.

use std::future::Future;

use unbreak_plugin_abi::status;

use super::Failure;

/// Runs a future to its end, on this thread.
pub(super) fn run<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(status::ERROR, format!("no runtime could be made: {error}")))?;
    Ok(runtime.block_on(future))
}
