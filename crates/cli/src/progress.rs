//! Shows the present activity in one line on a terminal, without mixing it with other output.

use std::borrow::Cow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unbreak_core::redact::redact;

use crate::render::visible;
use crate::terminal;

/// How often the line is redrawn.
const TICK: Duration = Duration::from_millis(120);

/// The line at the bottom of the terminal; disabled unless standard error is a terminal.
pub(crate) struct Progress {
    line: ProgressBar,
}

impl Progress {
    /// A line that is not shown yet; never shown if `quiet`, or if a log is written to the same place.
    pub(crate) fn new(quiet: bool) -> Self {
        let hidden = quiet || tracing::enabled!(tracing::Level::INFO);
        let line = ProgressBar::with_draw_target(None, target(hidden));
        // The elapsed time is what a user wants to know about a command that seems to hang.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}") {
            line.set_style(style);
        }
        Self { line }
    }

    /// Begins an activity.
    pub(crate) fn begin(&self, what: &str) {
        self.line.reset();
        let what = match terminal::shows_secrets() {
            true => Cow::Borrowed(what),
            false => redact(what),
        };
        self.line.set_message(visible(&what).replace('\n', " "));
        self.line.enable_steady_tick(TICK);
    }

    /// Ends the activity.
    pub(crate) fn end(&self) {
        self.line.disable_steady_tick();
        self.line.finish_and_clear();
    }

    /// Writes to the terminal with the line hidden.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.line.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

fn target(hidden: bool) -> ProgressDrawTarget {
    match hidden {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    }
}
