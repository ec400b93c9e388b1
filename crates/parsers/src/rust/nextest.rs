//! cargo-nextest's output.

use unbreak_core::{Diagnostic, ErrorType, Line, ParserState, Sink, Step, register_parser};

use super::test_output::{TestOutput, WORDLESS};
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::NEXTEST).state::<State>());

/// `warning: 3/5 tests were not run due to test failure`.
const NOT_RUN: &str = " not run due to test failure";

/// Failures that wait for the end of the run.
const WAITING: usize = 10_000;

#[derive(Default)]
struct State {
    open: Option<(Failed, TestOutput)>,
    /// A later try may pass, and the output may be shown after all tests.
    waiting: Vec<(Name, Diagnostic)>,
}

/// A test, by its binary and its name in that.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name {
    binary: String,
    test: String,
}

/// A test that ended badly, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Failed {
    name: Name,
    status: String,
}

/// The result of a test on a line.
enum Ended {
    Badly(Failed),
    /// It passed after a failure.
    WellAtLast(Name),
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        match result(line.text) {
            Some(Ended::Badly(failed)) => {
                self.close(sink);
                let output = TestOutput::of(&failed.name.test, line.range);
                self.open = Some((failed, output));
                return Step::More;
            }
            Some(Ended::WellAtLast(name)) => {
                self.close(sink);
                self.waiting.retain(|(waiting, _)| *waiting != name);
                return Step::Done;
            }
            None => {}
        }
        if line.text.contains(NOT_RUN) {
            sink.stopped_early();
        }
        match &mut self.open {
            Some((_, output)) if belongs(line.text) => {
                output.line(line);
                if output.knows_last() {
                    Step::More
                } else {
                    Step::Maybe
                }
            }
            Some(_) => {
                self.close(sink);
                Step::Pass
            }
            None => Step::Pass,
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
        self.waiting
            .drain(..)
            .for_each(|(_, diagnostic)| sink.emit(diagnostic));
    }
}

impl State {
    fn close(&mut self, sink: &mut Sink) {
        let Some((failed, output)) = self.open.take() else {
            return;
        };
        let diagnostic = ended(&failed.status, output.finish());
        let known = self.waiting.iter().position(|(name, _)| *name == failed.name);
        match known {
            Some(at) if is_bare(&self.waiting[at].1) => self.waiting[at].1 = diagnostic,
            Some(_) => {}
            None if self.waiting.len() < WAITING => self.waiting.push((failed.name, diagnostic)),
            None => sink.emit(diagnostic),
        }
    }
}

/// Returns whether it only reports that the test failed.
fn is_bare(diagnostic: &Diagnostic) -> bool {
    diagnostic.location.file.is_none() && diagnostic.message == WORDLESS
}

/// A test that was killed says less than the way it ended.
fn ended(status: &str, mut diagnostic: Diagnostic) -> Diagnostic {
    if status == "TIMEOUT" {
        diagnostic.error_type = ErrorType::Timeout;
        diagnostic.message = "the test took longer than it may".to_owned();
    } else if status != "FAIL" && diagnostic.location.file.is_none() {
        diagnostic.error_type = ErrorType::Runtime;
        diagnostic.message = format!("the test was killed by {status}");
    }
    diagnostic
}

/// `        FAIL [   0.009s] (1/7) ledger::api names_are_kept`, `  TRY 2 FAIL [   0.1s] ...`,
/// `   FLAKY 2/3 [   0.007s] ...`, `  TRY 2 PASS [   0.007s] ...`.
fn result(text: &str) -> Option<Ended> {
    let text = text.strip_prefix(' ')?.trim_start();
    let (status, rest) = text.split_once(" [")?;
    let (_, rest) = rest.split_once("] ")?;
    let name = name(rest)?;
    let tried = status
        .strip_prefix("TRY ")
        .and_then(|status| status.split_once(' '));
    if status.starts_with("FLAKY ") || tried.is_some_and(|(_, status)| status == "PASS") {
        return Some(Ended::WellAtLast(name));
    }
    let status = badly(tried.map_or(status, |(_, status)| status))?;
    Some(Ended::Badly(Failed { name, status }))
}

/// `(1/7) ledger::api names_are_kept`; the count is left out for a try that is not the last.
fn name(text: &str) -> Option<Name> {
    let text = text.trim_start();
    let text = match text.strip_prefix('(') {
        Some(count) => count.split_once(") ")?.1,
        None => text,
    };
    let (binary, test) = text.trim().split_once(' ')?;
    Some(Name {
        binary: binary.to_owned(),
        test: test.to_owned(),
    })
}

/// The failed status of a test, in the words for a single try. Beside `TRY n` the words are shorter.
fn badly(status: &str) -> Option<String> {
    const SIGNALS: [&str; 10] = [
        "ABRT", "SEGV", "ILL", "KILL", "BUS", "FPE", "INT", "TERM", "QUIT", "TRAP",
    ];
    let status = match status {
        "FAIL" | "FAIL + LEAK" | "FL+LK" | "FAIL-LEAK" => "FAIL",
        "TIMEOUT" | "TMT" => "TIMEOUT",
        signal if SIGNALS.contains(&signal) => return Some(format!("SIG{signal}")),
        "ABORT" => "ABORT",
        signal => signal.starts_with("SIG").then_some(signal)?,
    };
    Some(status.to_owned())
}

/// Everything up to the next result belongs to the test.
fn belongs(text: &str) -> bool {
    let end = text.starts_with("────") || text.starts_with("error: ") || text.starts_with("warning: ");
    !end && !is_result(text.trim_start())
}

/// `PASS [   0.023s] (3/7) ledger tests::passes`, `Summary [   0.839s] 7 tests run: ...`.
fn is_result(text: &str) -> bool {
    let status = text.split_once(" [").map(|(status, _)| status);
    status.is_some_and(|status| {
        matches!(
            status,
            "PASS" | "LEAK" | "SLOW" | "SKIP" | "Summary" | "Cancelling"
        )
    })
}
