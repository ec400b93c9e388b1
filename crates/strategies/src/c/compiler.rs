//! The compiler as judge of a text that is not in any file.
//!
//! The text goes to its standard input, so that nothing is written anywhere. More warnings are
//! enabled than the user wants: they do not decide, but they count against a repair.

use std::collections::BTreeSet;
use std::time::Instant;

use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Diagnostic, ErrorType, Fact, FixContext, Location, RelPath, Severity};

use super::fault::{Fault, Report};
use super::invocation::Invocation;

/// A compiler that has been shown to find fault with the file as it is.
pub(super) struct Compiler<'a> {
    context: &'a FixContext<'a>,
    command: Command,
    file: RelPath,
    /// A header of C++ can make every judgement take seconds.
    deadline: Option<Instant>,
}

impl<'a> Compiler<'a> {
    /// A compiler that is called according to the invocation, for texts of `file`.
    pub(super) fn new(context: &'a FixContext<'a>, invocation: &Invocation, file: &RelPath) -> Self {
        let mut command = Command::new(invocation.program.clone(), invocation.judging(file));
        command.directory.clone_from(&invocation.directory);
        // English words and plain quotes, whatever the user's language is.
        command.env.insert("LC_ALL".to_owned(), "C".to_owned());
        let deadline = context.patience().map(|patience| Instant::now() + patience);
        Self {
            context,
            command,
            file: file.clone(),
            deadline,
        }
    }

    /// Returns whether its judgements have taken as long as they may in all.
    pub(super) fn is_out_of_time(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the compiler's findings on a text.
    ///
    /// # Errors
    /// When it could not be started.
    pub(super) async fn judge(&self, text: &str) -> Result<Report, CapabilityError> {
        let mut command = self.command.clone();
        command.stdin = Some(text.to_owned());
        let done = self.context.runner.run(&command).await?;
        let said = String::from_utf8_lossy(&done.stderr);
        let passes = done.exit.is_success();
        Ok(Report::read(&said, text, passes, &|message| {
            self.understand(message)
        }))
    }

    /// Returns the fact that a message of the compiler reports.
    fn understand(&self, message: &str) -> Option<Fact> {
        let place = Location::file(self.file.as_str());
        let mut diagnostic = Diagnostic::new(ErrorType::Build, Severity::Error, message).at(place);
        self.context.reader?.understand(&mut diagnostic);
        diagnostic.fact
    }
}

/// The line of each first fault, which the compiler is most likely to be right about.
pub(super) fn faulty_lines(faults: &[Fault]) -> BTreeSet<u32> {
    faults.iter().map(|fault| fault.line).collect()
}
