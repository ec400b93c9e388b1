//! Asks the operator.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use unbreak_core::Fix;
use unbreak_host::CancelToken;

use crate::render::{style, visible, why_asked};
use crate::terminal;

/// How often a question checks whether the run was interrupted.
const LOOK: Duration = Duration::from_millis(50);

/// Asks whether a fix may be tried. Everything but a yes is a no, and so is an interrupt.
pub(super) fn ask(fix: &Fix, cancel: &CancelToken) -> bool {
    match put(&mut terminal::stderr(), fix) {
        Ok(()) => answer(cancel).is_some_and(|answer| terminal::is_yes(&answer)),
        Err(_) => false,
    }
}

fn put(out: &mut dyn Write, fix: &Fix) -> io::Result<()> {
    let (hint, title) = (style::HINT, visible(&fix.title));
    writeln!(
        out,
        "\n{hint}may this be tried?{hint:#} {title} ({}): {}",
        fix.author(),
        why_asked(fix)
    )?;
    if !fix.rationale.is_empty() {
        writeln!(out, "  {}", visible(&fix.rationale))?;
    }
    for edit in &fix.edits {
        let (old, new) = (visible(&edit.original), visible(&edit.replacement));
        writeln!(out, "  {}: '{old}' → '{new}'", visible(edit.file.as_str()))?;
    }
    for command in &fix.commands {
        writeln!(out, "  $ {}", visible(&command.to_string()))?;
    }
    write!(out, "[y/N] ")?;
    out.flush()
}

/// A line from the terminal; `None` at its end, or if the run is interrupted meanwhile.
fn answer(cancel: &CancelToken) -> Option<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = io::stdin().read_line(&mut line);
        // An answer after an interrupt is ignored.
        let _ = send.send(read.map(|_| line));
    });
    loop {
        match receive.recv_timeout(LOOK) {
            Ok(line) => return line.ok(),
            Err(RecvTimeoutError::Timeout) if !cancel.is_cancelled() => {}
            Err(_) => return None,
        }
    }
}
