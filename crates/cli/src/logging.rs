//! `-v`: logs the program's actions to standard error.

use tracing_subscriber::EnvFilter;

use crate::terminal;

/// The variable that overrides `-v` with a filter (`unbreak_host=trace`).
const VARIABLE: &str = "UNBREAK_LOG";

/// Starts logging: nothing without `-v`, then information, details, everything.
pub(crate) fn start(verbose: u8) {
    let level = match verbose {
        0 => "off",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let filter = EnvFilter::builder()
        .with_env_var(VARIABLE)
        .try_from_env()
        .unwrap_or_else(|_| EnvFilter::new(level));
    let colour = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(terminal::stderr)
        .with_ansi(colour)
        .init();
}
