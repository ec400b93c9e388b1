//! The end of what a command printed.

use unbreak_core::Completed;

/// Bytes that are shown.
const TAIL: usize = 4 << 10;

pub(crate) fn tail(completed: &Completed) -> String {
    let mut output = String::from_utf8_lossy(&completed.stdout).into_owned();
    output.push_str(&String::from_utf8_lossy(&completed.stderr));
    let start = output.ceil_char_boundary(output.len().saturating_sub(TAIL));
    output.split_off(start)
}
