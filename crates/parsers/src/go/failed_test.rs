//! Turns the output of a Go test into diagnostics.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, OutputRange, Severity};

use super::goroutine::Crash;
use crate::format::locate;

/// Reports kept of one test.
const REPORTS: usize = 200;
/// Lines kept of one report.
const LINES: usize = 60;

/// The output of one test.
#[derive(Debug, Default)]
pub(super) struct TestOutput {
    reports: Vec<Report>,
    crash: Option<(Crash, OutputRange)>,
}

/// `    store_test.go:11: message`, with the lines below it.
#[derive(Debug)]
struct Report {
    indentation: usize,
    location: Location,
    lines: Vec<String>,
    range: OutputRange,
    /// Whether `test2json` marked it as an error; older versions do not.
    is_error: Option<bool>,
}

impl TestOutput {
    /// Looks at a line; `false` when it belongs to no report.
    pub(super) fn line(&mut self, line: &Line<'_>, is_error: Option<bool>) -> bool {
        self.text(line.text, line.range, is_error)
    }

    /// The same for a line that was quoted.
    pub(super) fn text(&mut self, text: &str, range: OutputRange, is_error: Option<bool>) -> bool {
        if let Some((crash, crashed)) = &mut self.crash
            && crash.line(text)
        {
            crashed.end = range.end;
            return true;
        }
        if self.crash.is_none()
            && let Some(crash) = Crash::begin(text)
        {
            self.crash = Some((crash, range));
            return true;
        }
        if let Some(report) = Report::begin(text, range, is_error) {
            if self.reports.len() < REPORTS {
                self.reports.push(report);
            }
            return true;
        }
        self.reports
            .last_mut()
            .is_some_and(|report| report.line(text, range))
    }

    /// Returns whether nothing was reported: the test failed because one within it did.
    pub(super) fn is_empty(&self) -> bool {
        self.reports.is_empty() && self.crash.is_none()
    }

    /// Returns whether the program crashed in it.
    pub(super) fn has_crashed(&self) -> bool {
        self.crash.as_ref().is_some_and(|(crash, _)| crash.has_stack())
    }

    /// The diagnostics of the test `name`.
    pub(super) fn finish(self, name: Option<&str>) -> Vec<Diagnostic> {
        let told_apart = self.reports.iter().any(|report| report.is_error == Some(true));
        let reports = self.reports.into_iter();
        let errors = reports.filter(|report| !told_apart || report.is_error == Some(true));
        let crash = self.crash.filter(|(crash, _)| crash.has_stack());
        let crash = crash.map(|(crash, range)| {
            let mut diagnostic = crash.finish();
            diagnostic.output = range;
            diagnostic
        });
        let found = errors.map(Report::into_diagnostic).chain(crash);
        found
            .map(|mut diagnostic| {
                diagnostic.test = name.map(str::to_owned);
                diagnostic
            })
            .collect()
    }
}

/// A failure that says no more than that.
pub(super) fn silent_failure(name: &str, range: OutputRange) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(ErrorType::Assertion, Severity::Error, "the test failed");
    diagnostic.test = Some(name.to_owned());
    diagnostic.output = range;
    diagnostic
}

impl Report {
    fn begin(text: &str, range: OutputRange, is_error: Option<bool>) -> Option<Self> {
        if text == "got:" {
            return Some(Self::example(text, range));
        }
        let trimmed = text.trim_start();
        let indentation = text.len() - trimmed.len();
        let placed = locate::at_start(trimmed).filter(|_| indentation > 0)?;
        let message = placed.rest.strip_prefix(':')?;
        placed.file.ends_with(".go").then(|| Self {
            indentation,
            location: placed.location(),
            lines: vec![message.trim().to_owned()],
            range,
            is_error,
        })
    }

    /// An example whose output differs from its comment; it has no place.
    fn example(text: &str, range: OutputRange) -> Self {
        Self {
            indentation: 0,
            location: Location::default(),
            lines: vec![text.to_owned()],
            range,
            is_error: None,
        }
    }

    /// Further lines are indented by four more; those of an example are not.
    fn line(&mut self, text: &str, range: OutputRange) -> bool {
        let indentation = text.len() - text.trim_start().len();
        let example = self.location.file.is_none() && !is_harness(text);
        let belongs = text.trim().is_empty() || indentation > self.indentation || example;
        if belongs {
            self.range.end = range.end;
            if self.lines.len() < LINES {
                self.lines.push(text.trim().to_owned());
            }
        }
        belongs
    }

    fn into_diagnostic(self) -> Diagnostic {
        let message = testify(&self.lines).unwrap_or_else(|| self.lines.join("\n").trim().to_owned());
        let mut diagnostic =
            Diagnostic::new(ErrorType::Assertion, Severity::Error, message).at(self.location);
        diagnostic.output = self.range;
        diagnostic
    }
}

fn is_harness(text: &str) -> bool {
    ["FAIL", "PASS", "ok  ", "---", "===", "exit status "]
        .iter()
        .any(|start| text.starts_with(start))
}

/// The message of a testify assertion, which has labels: `Error Trace:`, `Error:`, `Test:`, `Messages:`.
fn testify(lines: &[String]) -> Option<String> {
    const LABELS: [&str; 4] = ["Error Trace:", "Error:", "Test:", "Messages:"];
    lines.iter().find(|line| line.starts_with("Error Trace:"))?;
    let mut label = "";
    let mut message = Vec::new();
    for line in lines {
        let found = LABELS.iter().find(|label| line.starts_with(**label));
        label = found.copied().unwrap_or(label);
        let text = found.map_or(line.as_str(), |label| &line[label.len()..]).trim();
        if matches!(label, "Error:" | "Messages:") && !text.is_empty() {
            message.push(text);
        }
    }
    Some(message.join("\n"))
}

/// Gives a report, which names a file of its package's directory, the package's path.
pub(super) fn in_package(diagnostic: &mut Diagnostic, package: &str) {
    if let Some(file) = &mut diagnostic.location.file
        && !file.contains(['/', '\\'])
    {
        *file = format!("{package}/{file}");
    }
}
