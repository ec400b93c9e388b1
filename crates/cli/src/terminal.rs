//! The two streams of the program, coloured where that is wanted and possible.

use std::io::{self, BufWriter, IsTerminal as _, Stderr, Stdout};

use anstream::AutoStream;

/// Standard output, buffered: flush it before anybody waits for what was written. Colours are
/// stripped unless it is a terminal or colours were asked for (`--color`, `NO_COLOR`, `CLICOLOR_FORCE`).
pub(crate) fn stdout() -> BufWriter<AutoStream<Stdout>> {
    BufWriter::with_capacity(64 * 1024, AutoStream::auto(io::stdout()))
}

/// Standard output for programs, buffered: nothing is looked for that would have to be stripped.
pub(crate) fn stdout_for_programs() -> BufWriter<AutoStream<Stdout>> {
    BufWriter::with_capacity(64 * 1024, AutoStream::always_ansi(io::stdout()))
}

/// Standard error, coloured as standard output is, not buffered.
pub(crate) fn stderr() -> AutoStream<Stderr> {
    AutoStream::auto(io::stderr())
}

/// Whether somebody sits before standard input.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal()
}
