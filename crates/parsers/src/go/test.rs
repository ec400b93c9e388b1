//! `go test`, with and without `-v`.

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::{
    Diagnostic, ErrorType, Line, OutputRange, ParserState, Severity, Sink, Step, register_parser,
};

use super::failed_test::{TestOutput, in_package, silent_failure};
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::GO_TEST).state::<State>());

/// Tests kept at a time.
const TESTS: usize = 10_000;

#[derive(Default)]
struct State {
    /// With `-v`: the output of tests that have not ended yet.
    running: BTreeMap<String, TestOutput>,
    /// The test or package whose output follows.
    current: Option<Current>,
    /// With `-v`: the test that was announced last, whose output may continue after its own lines.
    announced: Option<String>,
    /// The indentation of the open failed tests, and their names.
    nesting: Vec<(usize, String)>,
    package: Package,
}

struct Current {
    name: String,
    failed: bool,
    range: OutputRange,
    output: TestOutput,
}

/// The package whose tests run.
#[derive(Default)]
struct Package {
    /// The diagnostics; the line that names the package comes last.
    found: Vec<Diagnostic>,
    /// Tests that were reported.
    reported: BTreeSet<String>,
    /// Tests that failed without saying why.
    silent: Vec<(String, OutputRange)>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(step) = self.landmark(line, sink) {
            return step;
        }
        if self.current.is_none()
            && line.text.starts_with("    ")
            && let Some(name) = self.announced.clone()
        {
            self.enter(&name, false, line.range);
        }
        if let Some(owner) = self.owner(line.text) {
            self.enter(&owner, true, line.range);
        }
        let Some(current) = &mut self.current else {
            return Step::Pass;
        };
        if current.output.line(line, None) {
            current.range.end = line.range.end;
            return Step::More;
        }
        self.leave();
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.leave();
        self.package.end(None, sink);
    }
}

impl State {
    /// The lines that the test binary and `go test` themselves print.
    fn landmark(&mut self, line: &Line<'_>, sink: &mut Sink) -> Option<Step> {
        if let Some(name) = announced(line.text) {
            self.announced = Some(name.to_owned());
            self.enter(name, false, line.range);
            return Some(Step::More);
        }
        let text = line.text.trim_start();
        let failed = text.strip_prefix("--- FAIL: ").and_then(test_name);
        if let Some(name) = failed.or_else(|| summarised(line.text)) {
            self.announced = None;
            self.nest(line.text.len() - text.len(), name);
            self.enter(name, true, line.range);
            return Some(Step::More);
        }
        let package = line.text.strip_prefix("FAIL\t")?;
        self.leave();
        self.package.fail(package, line.range, sink);
        self.running.clear();
        self.nesting.clear();
        Some(Step::Done)
    }

    fn nest(&mut self, indentation: usize, name: &str) {
        self.nesting.retain(|(outer, _)| *outer < indentation);
        self.nesting.push((indentation, name.to_owned()));
    }

    /// The test that a report belongs to when that is not the present one: below its subtests, a
    /// test continues with less indentation.
    fn owner(&self, text: &str) -> Option<String> {
        const DEEPER: usize = 4;
        let current = self.current.as_ref().filter(|current| current.failed)?;
        let reported = text.trim_start();
        let indentation = text.len() - reported.len();
        let mut tests = self.nesting.iter().rev();
        let (_, owner) = tests.find(|(test, _)| test + DEEPER <= indentation)?;
        (*owner != current.name && reported.contains(".go:")).then(|| owner.clone())
    }

    /// The lines that follow are this test's.
    fn enter(&mut self, name: &str, failed: bool, range: OutputRange) {
        self.leave();
        let output = self.running.remove(name).unwrap_or_default();
        self.current = Some(Current {
            name: name.to_owned(),
            failed,
            range,
            output,
        });
    }

    /// The lines that follow belong to another parser.
    fn leave(&mut self) {
        let Some(current) = self.current.take() else {
            return;
        };
        if current.failed || current.output.has_crashed() {
            self.package.report(current);
        } else if self.running.len() < TESTS {
            self.running.insert(current.name, current.output);
        }
    }
}

impl Package {
    fn report(&mut self, test: Current) {
        if test.output.is_empty() {
            if self.silent.len() < TESTS {
                self.silent.push((test.name, test.range));
            }
            return;
        }
        if self.found.len() < TESTS {
            self.found.extend(test.output.finish(Some(&test.name)));
        }
        if self.reported.len() < TESTS {
            self.reported.insert(test.name);
        }
    }

    /// `FAIL\texample.com/store\t0.003s`; `[build failed]` was explained by the compiler.
    fn fail(&mut self, package: &str, range: OutputRange, sink: &mut Sink) {
        let explained = package.ends_with("failed]") || !self.reported.is_empty() || !self.silent.is_empty();
        let name = package.split(['\t', ' ']).next().unwrap_or(package);
        self.end(Some(name), sink);
        if !explained {
            let message = format!("the tests of {name} failed");
            let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
            diagnostic.output = range;
            sink.emit(diagnostic);
        }
    }

    /// Reports the diagnostics, and the tests without output, unless one of their subtests has some.
    fn end(&mut self, package: Option<&str>, sink: &mut Sink) {
        for mut diagnostic in std::mem::take(&mut self.found) {
            if let Some(package) = package {
                in_package(&mut diagnostic, package);
            }
            sink.emit(diagnostic);
        }
        let reported = std::mem::take(&mut self.reported);
        let silent = std::mem::take(&mut self.silent);
        let silent_names = silent.iter().map(|(name, _)| name);
        let names: BTreeSet<&str> = reported.iter().chain(silent_names).map(String::as_str).collect();
        for (name, range) in &silent {
            if !is_parent(name, &names) {
                sink.emit(silent_failure(name, *range));
            }
        }
    }
}

/// Returns whether one of these names is a subtest: `TestStore/empty` is one of `TestStore`.
fn is_parent(name: &str, names: &BTreeSet<&str>) -> bool {
    let within = format!("{name}/");
    let next = names.range(within.as_str()..).next();
    next.is_some_and(|other| other.starts_with(&within))
}

/// `=== RUN   TestCount`, `=== NAME  TestCount`, `=== CONT  TestCount`.
fn announced(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("=== ")?;
    let name = ["RUN ", "NAME ", "CONT "]
        .iter()
        .find_map(|word| rest.strip_prefix(word))?;
    Some(name.trim())
}

/// gotestsum's `=== FAIL: internal/store TestCount (0.00s)`.
fn summarised(text: &str) -> Option<&str> {
    let (_, test) = text.strip_prefix("=== FAIL: ")?.split_once(' ')?;
    test_name(test)
}

/// `TestCount (0.00s)`.
fn test_name(text: &str) -> Option<&str> {
    let (name, time) = text.rsplit_once(" (")?;
    time.trim_end().ends_with("s)").then_some(name)
}
