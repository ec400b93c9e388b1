//! The two streams of the program, coloured if that is wanted and possible, and without secrets.

mod redacting;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};

use self::redacting::Redacting;

/// The size of the buffer.
const BUFFER: usize = 64 * 1024;

/// Standard output, buffered on both sides of the stream that strips colours, because that writes in small
/// pieces.
pub(crate) type Output = BufWriter<AutoStream<Box<dyn Write + Send>>>;

/// Whether secrets are shown (`--no-redact`).
static SHOWS_SECRETS: AtomicBool = AtomicBool::new(false);

/// Shows secrets from now on.
pub(crate) fn show_secrets() {
    SHOWS_SECRETS.store(true, Ordering::Relaxed);
}

/// Returns whether secrets are shown.
pub(crate) fn shows_secrets() -> bool {
    SHOWS_SECRETS.load(Ordering::Relaxed)
}

/// Standard output, buffered: flush it before anyone waits for the output. Colours are stripped unless it is
/// a terminal or colours were requested (`--color`, `NO_COLOR`, `CLICOLOR_FORCE`).
pub(crate) fn stdout() -> Output {
    buffered(AutoStream::choice(&io::stdout()), redacted(unredacted()))
}

/// Standard output for programs, buffered, without stripping colours.
pub(crate) fn stdout_for_programs() -> Output {
    buffered(ColorChoice::AlwaysAnsi, redacted(unredacted()))
}

/// The same without redaction, for output that it would make useless, such as patches and files.
pub(crate) fn stdout_verbatim() -> Output {
    buffered(ColorChoice::AlwaysAnsi, unredacted())
}

/// A file that is written like standard output, without colours.
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

/// Standard error, coloured like standard output, written line by line.
pub(crate) fn stderr() -> AutoStream<Box<dyn Write + Send>> {
    AutoStream::new(
        redacted(Box::new(io::stderr())),
        AutoStream::choice(&io::stderr()),
    )
}

/// Returns whether a person can be asked, who reads standard error and answers on standard input.
pub(crate) fn can_ask() -> bool {
    is_interactive() && io::stderr().is_terminal()
}

/// Returns whether an answer is a yes. Everything else is a no.
pub(crate) fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// Returns whether standard input is a terminal.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal()
}
