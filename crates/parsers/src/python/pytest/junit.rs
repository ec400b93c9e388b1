//! pytest's JUnit XML (`--junitxml`).

use unbreak_core::{Diagnostic, Sink};

use super::report::Report;
use crate::junit::{FailedCase, failed_cases};

/// The name that pytest gives its suite, unless configured otherwise.
pub(super) const TRIGGER: &str = "<testsuite name=\"pytest\"";

/// Reads a document; `false` when it is not pytest's.
pub(super) fn read(text: &str, sink: &mut Sink) -> bool {
    if !text.contains(TRIGGER) {
        return false;
    }
    let (cases, problem) = failed_cases(text);
    for case in cases {
        if let Some(diagnostic) = diagnose(&case) {
            sink.emit(diagnostic);
        }
    }
    if let Some(problem) = problem {
        sink.problem(format!("the JUnit XML breaks off: {problem}"));
    }
    true
}

fn diagnose(case: &FailedCase) -> Option<Diagnostic> {
    let mut report = Report::default();
    for line in case.text.lines() {
        report.line(line);
    }
    let first_file = report.first_file().map(str::to_owned);
    let mut diagnostic = report.finish()?;
    diagnostic.test = node(case, first_file.as_deref());
    Some(diagnostic)
}

/// The name that pytest accepts: the dotted class name begins with the file's path.
fn node(case: &FailedCase, first_file: Option<&str>) -> Option<String> {
    if case.class_name.is_empty() {
        // A file that could not be collected, as a dotted name.
        return Some(format!("{}.py", case.name.replace('.', "/")));
    }
    let printed = case.file.as_deref().or(first_file)?;
    let parts: Vec<&str> = case.class_name.split('.').collect();
    // The name does not distinguish modules from classes: the file is the part that ends the path.
    (1..=parts.len()).rev().find_map(|count| {
        let (module, classes) = parts.split_at(count);
        let file = format!("{}.py", module.join("/"));
        let class: String = classes.iter().map(|class| format!("::{class}")).collect();
        printed
            .ends_with(&file)
            .then(|| format!("{file}{class}::{}", case.name))
    })
}
