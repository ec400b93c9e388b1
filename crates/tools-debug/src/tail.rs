//! The end of a command's output.

use unbreak_core::{Completed, redact};

/// Bytes that are shown.
const TAIL: usize = 4 << 10;

pub(crate) fn tail(completed: &Completed) -> String {
    let mut output = String::from_utf8_lossy(&completed.stdout).into_owned();
    output.push_str(&String::from_utf8_lossy(&completed.stderr));
    redact::tail(&output, TAIL).to_owned()
}
