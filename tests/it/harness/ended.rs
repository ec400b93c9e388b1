//! The processes and files that a run of the program left.

use std::os::unix::process::ExitStatusExt as _;
use std::process::Output;

use unbreak_core::{Event, EventKind, Report};

/// A process that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its exit code, or the negative number of the signal that killed it.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    pub(crate) fn new(output: &Output) -> Self {
        let killed = || -output.status.signal().unwrap();
        Self {
            code: output.status.code().unwrap_or_else(killed),
            stdout: String::from_utf8(output.stdout.clone()).expect("what unbreak prints is UTF-8"),
            stderr: String::from_utf8(output.stderr.clone()).expect("what unbreak prints is UTF-8"),
        }
    }

    /// The same, if it ended with this code.
    #[track_caller]
    pub(crate) fn with_code(self, code: i32) -> Self {
        assert_eq!(
            self.code, code,
            "\n--- stdout\n{}\n--- stderr\n{}",
            self.stdout, self.stderr
        );
        self
    }

    /// The events of `--format jsonl`.
    pub(crate) fn events(&self) -> Vec<EventKind> {
        let lines = self.stdout.lines().filter(|line| !is_report(line));
        let events = lines.map(|line| serde_json::from_str::<Event>(line).expect("an event on each line"));
        events.map(|event| event.kind).collect()
    }

    /// The report that ends the output of `--format jsonl`.
    #[track_caller]
    pub(crate) fn report(&self) -> Report {
        let last = self.stdout.lines().last().unwrap_or_default();
        assert!(is_report(last), "no report:\n{}\n{}", self.stdout, self.stderr);
        serde_json::from_str(last).expect("a report")
    }
}

fn is_report(line: &str) -> bool {
    line.starts_with(r#"{"event":"report""#)
}
