//! Reads diagnostics from bytes.

use std::io::{self, Read, Write as _};

use unbreak_core::Diagnostic;
use unbreak_core::redact::Redact as _;
use unbreak_parsers::{Distinct, Parse, Parsed};

use crate::complete::Completer;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::findings::{Ending, Findings, Summary};
use crate::terminal;

/// The number of bytes that are read at once.
const CHUNK: usize = 64 * 1024;

/// Completes, counts and renders diagnostics.
pub(super) struct Output<'a> {
    pub(super) out: terminal::Output,
    pub(super) findings: Box<dyn Findings>,
    pub(super) completer: Completer<'a>,
    pub(super) distinct: Distinct,
    pub(super) summary: Summary,
    /// Whether a failure that nothing explains is reported on standard error.
    pub(super) explain: bool,
}

impl Output<'_> {
    /// Parses the input to its end. The diagnostics of a chunk are written before the next one is waited for.
    pub(super) fn stream(&mut self, mut parse: Parse, input: &mut dyn Read) -> Result<(), CliError> {
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(CliError::failed("the input could not be read").caused_by(&error)),
            };
            parse.feed(&chunk[..read]);
            self.found(parse.take())?;
        }
        self.end(parse.finish(self.summary.exit))
    }

    fn found(&mut self, diagnostics: impl ExactSizeIterator<Item = Diagnostic>) -> Result<(), CliError> {
        if diagnostics.len() == 0 {
            return Ok(());
        }
        self.completer.look_again();
        for mut diagnostic in diagnostics {
            let source = self.completer.complete(&mut diagnostic);
            self.summary.lessen(&mut diagnostic);
            if !self.distinct.is_new(&diagnostic) {
                continue;
            }
            self.summary.add(&diagnostic);
            if !terminal::shows_secrets() {
                diagnostic.redact();
            }
            self.findings
                .found(&mut self.out, &diagnostic, source.as_deref())?;
        }
        Ok(self.out.flush()?)
    }

    fn end(&mut self, parsed: Parsed) -> Result<(), CliError> {
        self.found(parsed.diagnostics.into_iter())?;
        self.summary = Summary {
            bytes: parsed.bytes,
            lines: parsed.lines,
            ..self.summary
        };
        let ending = Ending {
            problems: parsed.problems,
            summary: self.summary,
        };
        self.findings.end(&mut self.out, &ending)?;
        self.out.flush()?;
        match ending.summary.unexplained().filter(|_| self.explain) {
            Some(failure) => Ok(writeln!(terminal::stderr(), "{failure}")?),
            None => Ok(()),
        }
    }

    /// The exit code: whether the diagnostics, or the known end of the command, are a failure.
    pub(super) fn verdict(&self) -> ExitCode {
        match self.summary.tally.has_errors() || self.summary.unexplained().is_some() {
            true => ExitCode::Fails,
            false => ExitCode::Passes,
        }
    }
}
