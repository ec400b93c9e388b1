//! The two streams of the program, coloured where that is wanted and possible, and without secrets.

mod redacting;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};

use self::redacting::Redacting;

/// How much is written at once.
const BUFFER: usize = 64 * 1024;

/// Standard output, buffered on both sides of what strips colours: that writes piece by piece.
pub(crate) type Output = BufWriter<AutoStream<Box<dyn Write + Send>>>;

/// Whether secrets are shown (`--no-redact`).
static SHOWS_SECRETS: AtomicBool = AtomicBool::new(false);

/// From now on secrets are shown.
pub(crate) fn show_secrets() {
    SHOWS_SECRETS.store(true, Ordering::Relaxed);
}

/// Whether secrets are shown.
pub(crate) fn shows_secrets() -> bool {
    SHOWS_SECRETS.load(Ordering::Relaxed)
}

/// Standard output, buffered: flush it before anybody waits for what was written. Colours are
/// stripped unless it is a terminal or colours were asked for (`--color`, `NO_COLOR`, `CLICOLOR_FORCE`).
pub(crate) fn stdout() -> Output {
    buffered(AutoStream::choice(&io::stdout()), redacted(unredacted()))
}

/// Standard output for programs, buffered: nothing is looked for that would have to be stripped.
pub(crate) fn stdout_for_programs() -> Output {
    buffered(ColorChoice::AlwaysAnsi, redacted(unredacted()))
}

/// The same for what is useless when anything is taken out of it, as patches and files are.
pub(crate) fn stdout_verbatim() -> Output {
    buffered(ColorChoice::AlwaysAnsi, unredacted())
}

/// A file that is written as standard output is, without colours.
pub(crate) fn into_file(file: File) -> Output {
    buffered(ColorChoice::Never, redacted(Box::new(file)))
}

fn unredacted() -> Box<dyn Write + Send> {
    Box::new(BufWriter::with_capacity(BUFFER, io::stdout()))
}

fn redacted(stream: Box<dyn Write + Send>) -> Box<dyn Write + Send> {
    match shows_secrets() {
        true => stream,
        false => Box::new(Redacting::new(stream)),
    }
}

fn buffered(choice: ColorChoice, written: Box<dyn Write + Send>) -> Output {
    BufWriter::with_capacity(BUFFER, AutoStream::new(written, choice))
}

/// Standard error, coloured as standard output is, written line by line.
pub(crate) fn stderr() -> AutoStream<Box<dyn Write + Send>> {
    AutoStream::new(
        redacted(Box::new(io::stderr())),
        AutoStream::choice(&io::stderr()),
    )
}

/// Whether there is somebody to ask: who reads standard error and answers on standard input.
pub(crate) fn can_ask() -> bool {
    is_interactive() && io::stderr().is_terminal()
}

/// Whether an answer is a yes. Anything else is a no.
pub(crate) fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// Whether somebody sits before standard input.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal()
}
