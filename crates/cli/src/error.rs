//! The errors of the program.

use std::error::Error;
use std::io::{self, Write};

use crate::exit::ExitCode;
use crate::render::style;
use crate::render::visible;

/// An error for people: a message, the chain of its causes, and hints.
#[derive(Debug)]
pub(crate) struct CliError {
    exit: ExitCode,
    message: String,
    causes: Vec<String>,
    hints: Vec<String>,
    closed_pipe: bool,
}

impl CliError {
    /// The request or the configuration is invalid.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Usage, message)
    }

    /// The request could not be fulfilled.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Fails, message)
    }

    /// A failure that ends the program with this code.
    pub(crate) fn new(exit: ExitCode, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
            causes: Vec::new(),
            hints: Vec::new(),
            closed_pipe: false,
        }
    }

    /// An error of a library, whose message is complete.
    pub(crate) fn of(exit: ExitCode, error: &dyn Error) -> Self {
        let failure = Self::new(exit, error.to_string());
        match error.source() {
            Some(source) => failure.caused_by(source),
            None => failure,
        }
    }

    /// The same with its causes.
    pub(crate) fn caused_by(mut self, cause: &(dyn Error + 'static)) -> Self {
        for cause in std::iter::successors(Some(cause), |&cause| cause.source()) {
            let io = cause.downcast_ref::<io::Error>();
            self.closed_pipe |= io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
            self.causes.push(cause.to_string());
        }
        self
    }

    /// The same with a hint, if there is one.
    pub(crate) fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hints.extend(hint.into());
        self
    }

    /// The message alone.
    #[cfg(any(feature = "mcp", feature = "models"))]
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The code the program ends with.
    pub(crate) fn exit(&self) -> ExitCode {
        self.exit
    }

    /// Returns whether the only problem is that the reader of the output has gone (`| head`).
    pub(crate) fn is_closed_pipe(&self) -> bool {
        self.closed_pipe
    }

    /// Writes it: `error:`, `caused by:` for each cause, `hint:` for each hint.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        labelled(out, style::ERROR, "error", &self.message)?;
        for cause in &self.causes {
            labelled(out, style::ERROR, "caused by", cause)?;
        }
        self.hints
            .iter()
            .try_for_each(|hint| labelled(out, style::HINT, "hint", hint))
    }
}

fn labelled(out: &mut dyn Write, style: anstyle::Style, label: &str, text: &str) -> io::Result<()> {
    writeln!(out, "{style}{label}:{style:#} {}", visible(text))
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::failed("the output could not be written").caused_by(&error)
    }
}
