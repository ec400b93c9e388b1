//! cargo-nextest's output.

use std::collections::HashSet;

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, ParserState, Sink, Step, register_parser,
};

use super::LANGUAGES;
use super::test_output::TestOutput;
use crate::format;

register_parser!(Nextest);

const DOCS: &str = r#"
## What it understands

The lines `FAIL [ 0.009s] (1/7) package test`, and `ABORT`, `TIMEOUT`, `SIGSEGV` and the like, with the
output below them: the panic, or the error that the test returned. The list at the end, which repeats
them, adds only tests whose output was not shown.

## Versions seen

cargo-nextest 0.9.143; 0.9.50 (`--- STDERR: ... ---`) from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a failed test",
    "        FAIL [   0.352s] (4/7) ledger tests::adds\n  stdout ───\n\n    running 1 test\n    test tests::adds ... FAILED\n\n  stderr ───\n\n    thread 'tests::adds' (10502) panicked at src/lib.rs:27:9:\n    assertion `left == right` failed\n      left: 4\n     right: 5\n    note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\n────────────\n     Summary [   0.839s] 7 tests run: 6 passed, 1 failed, 0 skipped\n        FAIL [   0.352s] (4/7) ledger tests::adds\n",
    r#"[{"type": "assertion", "test": "tests::adds", "file": "src/lib.rs", "line": 27, "column": 9}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("nextest", "cargo-nextest", DOCS, LANGUAGES, &EXAMPLES);

/// `warning: 3/5 tests were not run due to test failure`.
const NOT_RUN: &str = " not run due to test failure";

/// The parser.
struct Nextest;

impl ErrorParser for Nextest {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[
            "FAIL [",
            "LEAK [",
            "ABORT [",
            "TIMEOUT [",
            "SIGSEGV [",
            "SIGABRT [",
            "SIGILL [",
            "SIGKILL [",
            "SIGBUS [",
            NOT_RUN,
        ]
    }

    /// Before libtest, whose output it quotes.
    fn priority(&self) -> i32 {
        2
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    seen: HashSet<String>,
    open: Option<(String, TestOutput)>,
}

/// How a test ended, and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Failed {
    status: String,
    binary: String,
    test: String,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(failed) = status(line.text) {
            self.finish(sink);
            let fresh = self.seen.insert(format!("{} {}", failed.binary, failed.test));
            self.open = fresh.then(|| (failed.status, TestOutput::of(&failed.test, line.range)));
            return if fresh { Step::More } else { Step::Done };
        }
        if line.text.contains(NOT_RUN) {
            sink.stopped_early();
        }
        match &mut self.open {
            Some((_, output)) if belongs(line.text) => {
                output.line(line);
                Step::More
            }
            Some(_) => {
                self.finish(sink);
                Step::Pass
            }
            None => Step::Pass,
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some((status, output)) = self.open.take() {
            sink.emit(ended(&status, output.finish()));
        }
    }
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

/// `        FAIL [   0.009s] (1/7) ledger::api names_are_kept`, `  TRY 2 FAIL [   0.1s] ...`.
fn status(text: &str) -> Option<Failed> {
    let text = text.strip_prefix(' ')?.trim_start();
    let (status, rest) = text.split_once(" [")?;
    let (_, rest) = rest.split_once("] ")?;
    let status = status
        .rsplit_once(' ')
        .filter(|(first, _)| first.starts_with("TRY "))
        .map_or(status, |(_, last)| last);
    let bad = matches!(status, "FAIL" | "FAIL + LEAK" | "ABORT" | "TIMEOUT") || status.starts_with("SIG");
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(count) => count.split_once(") ")?.1,
        None => rest,
    };
    let (binary, test) = rest.trim().split_once(' ')?;
    bad.then(|| Failed {
        status: status.split(' ').next().unwrap_or(status).to_owned(),
        binary: binary.to_owned(),
        test: test.to_owned(),
    })
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
