//! The two streams of the program, coloured where that is wanted and possible.

use std::io::{self, BufWriter, IsTerminal as _, Stderr, Write};

use anstream::{AutoStream, ColorChoice};

/// How much is written at once.
const BUFFER: usize = 64 * 1024;

/// Standard output, buffered on both sides of what strips colours: that writes piece by piece.
pub(crate) type Output = BufWriter<AutoStream<Box<dyn Write + Send>>>;

/// Standard output, buffered: flush it before anybody waits for what was written. Colours are
/// stripped unless it is a terminal or colours were asked for (`--color`, `NO_COLOR`, `CLICOLOR_FORCE`).
pub(crate) fn stdout() -> Output {
    buffered(AutoStream::choice(&io::stdout()))
}

/// Standard output for programs, buffered: nothing is looked for that would have to be stripped.
pub(crate) fn stdout_for_programs() -> Output {
    buffered(ColorChoice::AlwaysAnsi)
}

fn buffered(choice: ColorChoice) -> Output {
    let written: Box<dyn Write + Send> = Box::new(BufWriter::with_capacity(BUFFER, io::stdout()));
    BufWriter::with_capacity(BUFFER, AutoStream::new(written, choice))
}

/// Standard error, coloured as standard output is, not buffered.
pub(crate) fn stderr() -> AutoStream<Stderr> {
    AutoStream::auto(io::stderr())
}

/// Whether somebody sits before standard input.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal()
}
