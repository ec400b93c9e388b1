//! What is going on at the moment: one line on a terminal, that nothing else is written into.

use std::borrow::Cow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unbreak_core::redact::redact;

use crate::render::visible;
use crate::terminal;

/// How often the line is drawn anew.
const TICK: Duration = Duration::from_millis(120);

/// The line at the bottom of the terminal; nothing where standard error is none.
pub(crate) struct Progress {
    line: ProgressBar,
}

impl Progress {
    /// A line that is not shown yet; never shown when `quiet`, or when a log is written to the same place.
    pub(crate) fn new(quiet: bool) -> Self {
        let hidden = quiet || tracing::enabled!(tracing::Level::INFO);
        let line = ProgressBar::with_draw_target(None, target(hidden));
        // The elapsed time is what one wants to know of a command that seems to hang.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}") {
            line.set_style(style);
        }
        Self { line }
    }

    /// Says what is going on from now on.
    pub(crate) fn begin(&self, what: &str) {
        self.line.reset();
        let what = match terminal::shows_secrets() {
            true => Cow::Borrowed(what),
            false => redact(what),
        };
        self.line.set_message(visible(&what).replace('\n', " "));
        self.line.enable_steady_tick(TICK);
    }

    /// Nothing is going on now.
    pub(crate) fn end(&self) {
        self.line.disable_steady_tick();
        self.line.finish_and_clear();
    }

    /// Does something that writes to the terminal, with the line out of the way.
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
