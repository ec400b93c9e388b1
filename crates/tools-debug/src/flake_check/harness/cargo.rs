//! `cargo test` and `cargo nextest`, by the lines that they print for each test.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Command, Completed, TestSelection, ToolError};

use super::super::outcome::{Outcome, TestResult};
use super::super::setting::Order;
use super::{Files, Harness, Orders};

struct Cargo {
    selection: TestSelection,
    reporter: Reporter,
}

enum Reporter {
    Libtest,
    Nextest,
}

impl Reporter {
    /// Options for running all tests once, and reporting each.
    fn options(&self) -> &'static [&'static str] {
        match self {
            Self::Libtest => &["--no-fail-fast"],
            Self::Nextest => &[
                "--no-fail-fast",
                "--retries=0",
                "--status-level=all",
                "--final-status-level=none",
            ],
        }
    }
}

pub(super) fn recognise(selection: TestSelection) -> Option<Box<dyn Harness>> {
    let reporter = match selection.runner() {
        "cargo" => Reporter::Libtest,
        "nextest" => Reporter::Nextest,
        _ => return None,
    };
    Some(Box::new(Cargo { selection, reporter }))
}

impl Harness for Cargo {
    fn orders(&self) -> Orders {
        Orders::Some
    }

    fn prepare(&self, command: &mut Command, order: &Order, _files: &Files) -> Result<(), ToolError> {
        let end = command.args.iter().position(|word| word == "--");
        let end = end.unwrap_or(command.args.len());
        let options = self.reporter.options().iter().map(|&option| option.to_owned());
        command.args.splice(end..end, options);
        if let Order::Exactly(tests) = order {
            self.selection.restrict(command, tests.iter().map(String::as_str));
        }
        Ok(())
    }

    fn results(&self, completed: &Completed, _files: &Files) -> Option<Vec<TestResult>> {
        let (stdout, stderr) = (
            completed.stdout_text(),
            String::from_utf8_lossy(&completed.stderr),
        );
        let results: Vec<_> = match self.reporter {
            Reporter::Libtest => stdout.lines().filter_map(libtest).collect(),
            Reporter::Nextest => stderr.lines().filter_map(nextest).collect(),
        };
        (!results.is_empty()).then_some(results)
    }
}

/// `test cart::total ... ok`; with threads, a test's output may be in between.
fn libtest(line: &str) -> Option<TestResult> {
    static LINE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^test (?P<test>\S+)(?: - should panic)? \.\.\. (?P<outcome>ok|FAILED|ignored)\b")
    });
    let found = LINE.captures(line)?;
    let outcome = match &found["outcome"] {
        "ok" => Outcome::Passed,
        "FAILED" => Outcome::Failed,
        _ => Outcome::Unknown,
    };
    Some(TestResult::new(&found["test"], outcome))
}

/// `        PASS [   0.004s] (1/3) shop::cart total`
fn nextest(line: &str) -> Option<TestResult> {
    static LINE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s*(?P<outcome>PASS|FAIL|LEAK|TIMEOUT|SIG\w+|ABORT)\s+\[[^\]]*\]\s+(?:\(\s*\d+/\d+\)\s+)?(?P<binary>\S+)\s+(?P<test>\S+)\s*$",
        )
    });
    let found = LINE.captures(line)?;
    let outcome = match &found["outcome"] {
        "PASS" | "LEAK" => Outcome::Passed,
        _ => Outcome::Failed,
    };
    Some(TestResult::new(
        format!("{} {}", &found["binary"], &found["test"]),
        outcome,
    ))
}
