//! Any runner that writes a report in JUnit's format.

use std::path::PathBuf;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use unbreak_core::{Command, Completed, ToolError};

use super::super::outcome::{Outcome, TestResult};
use super::super::setting::Order;
use super::{Files, Harness, Orders};

pub(super) struct Report {
    /// Relative to where the command runs.
    file: PathBuf,
}

impl Report {
    pub(super) fn new(file: &str) -> Self {
        Self { file: file.into() }
    }
}

impl Harness for Report {
    fn orders(&self) -> Orders {
        Orders::Fixed
    }

    fn prepare(&self, _command: &mut Command, _order: &Order, _files: &Files) -> Result<(), ToolError> {
        Ok(())
    }

    fn results(&self, completed: &Completed, files: &Files) -> Option<Vec<TestResult>> {
        let path = files.root.join(&self.file);
        let age = path
            .metadata()
            .ok()?
            .modified()
            .ok()?
            .elapsed()
            .unwrap_or_default();
        // A report of an earlier run does not count.
        let is_of_this_run = age <= completed.duration + std::time::Duration::from_secs(1);
        is_of_this_run.then(|| read(&std::fs::read_to_string(&path).unwrap_or_default()))
    }
}

/// The test cases of a report, as far as it can be read.
fn read(text: &str) -> Vec<TestResult> {
    let mut reader = Reader::from_str(text);
    let mut results: Vec<TestResult> = Vec::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => take(&tag, &mut results),
            Ok(Event::Eof) | Err(_) => return results,
            Ok(_) => {}
        }
    }
}

fn take(tag: &BytesStart<'_>, results: &mut Vec<TestResult>) {
    let outcome = match tag.name().as_ref() {
        "testcase" => return results.push(TestResult::new(name(tag), Outcome::Passed)),
        "failure" | "error" => Outcome::Failed,
        "skipped" => Outcome::Unknown,
        _ => return,
    };
    if let Some(last) = results.last_mut() {
        last.outcome = outcome;
    }
}

/// `classname::name`
fn name(tag: &BytesStart<'_>) -> String {
    let attribute = |name: &str| {
        let found = tag.try_get_attribute(name).ok().flatten()?;
        let value = found.normalized_value(quick_xml::XmlVersion::Implicit1_0);
        value.ok().map(std::borrow::Cow::into_owned)
    };
    let parts = [attribute("classname"), attribute("name")];
    let parts: Vec<String> = parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join("::")
}
