//! `cargo test` and `cargo nextest`, by the lines that they print for each test.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Command, Completed, ToolError};

use super::super::outcome::{Outcome, TestResult};
use super::super::setting::Order;
use super::{Files, Harness, Orders, any_of, position};

enum Cargo {
    Test,
    Nextest,
}

pub(super) fn recognise(command: &Command) -> Option<Box<dyn Harness>> {
    let cargo = position(command, &["cargo"])?;
    let mut words = command
        .words()
        .skip(cargo + 1)
        .filter(|word| !word.starts_with('+'));
    let runner = match words.next()? {
        "test" | "t" => Cargo::Test,
        "nextest" => Cargo::Nextest,
        _ => return None,
    };
    Some(Box::new(runner))
}

impl Harness for Cargo {
    fn orders(&self) -> Orders {
        Orders::Some
    }

    fn prepare(&self, command: &mut Command, order: &Order, _files: &Files) -> Result<(), ToolError> {
        let end = command.args.iter().position(|word| word == "--");
        let end = end.unwrap_or(command.args.len());
        let Order::Exactly(tests) = order else {
            return match self {
                Self::Nextest => {
                    let options = [
                        "--no-fail-fast",
                        "--retries=0",
                        "--status-level=all",
                        "--final-status-level=none",
                    ];
                    command.args.splice(end..end, options.map(str::to_owned));
                    Ok(())
                }
                Self::Test => {
                    command.args.insert(end, "--no-fail-fast".to_owned());
                    Ok(())
                }
            };
        };
        let names = tests.iter().map(|test| test.rsplit(' ').next().unwrap_or(test));
        match self {
            Self::Nextest => {
                let filter = format!("-E=test(/{}/)", any_of(names).replace('/', r"\/"));
                let options = ["--retries=0", "--status-level=all", "--final-status-level=none"];
                let options = options.map(str::to_owned).into_iter().chain([filter]);
                command.args.splice(end..end, options);
            }
            Self::Test => {
                command.args.truncate(end);
                command
                    .args
                    .extend(["--no-fail-fast", "--", "--exact"].map(str::to_owned));
                command.args.extend(names.map(str::to_owned));
            }
        }
        Ok(())
    }

    fn results(&self, completed: &Completed, _files: &Files) -> Option<Vec<TestResult>> {
        let (stdout, stderr) = (
            completed.stdout_text(),
            String::from_utf8_lossy(&completed.stderr),
        );
        let results: Vec<_> = match self {
            Self::Test => stdout.lines().filter_map(libtest).collect(),
            Self::Nextest => stderr.lines().filter_map(nextest).collect(),
        };
        (!results.is_empty()).then_some(results)
    }
}

/// `test cart::total ... ok`; with threads, what a test prints may stand in between.
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
