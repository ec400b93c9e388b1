//! Several tools in one log: each is read by its own parser, nothing twice, nothing lost at the seams.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use unbreak_core::Diagnostic;
use unbreak_parsers::Pipeline;

use crate::cases::{files, pipeline};

/// The outputs that every other one is followed by, and follows: one whose first line is a finding, one
/// that names the file first.
const COMPANIONS: [&str; 2] = ["tsc/plain.txt", "yamllint/standard.txt"];
/// The separator between them: a blank line, with which most tools end and CI begins a step, or nothing.
const BETWEEN: [&[u8]; 2] = [b"\n", b""];

#[test]
fn two_outputs_in_one_log_are_read_as_each_by_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let pipeline = pipeline();
    let outputs: Vec<Output> = files(&root, "txt")
        .into_iter()
        .map(|path| Output::read(&pipeline, path))
        .collect();
    let mut failures = String::new();
    for companion in COMPANIONS {
        let is_companion = |output: &&Output| output.path.ends_with(companion);
        let companion = outputs
            .iter()
            .find(is_companion)
            .expect("the companion is a case");
        for output in &outputs {
            // What one tool says twice of the same file is told once, each time in its own way.
            if output.path.parent() == companion.path.parent() {
                continue;
            }
            let orders = [(output, companion), (companion, output)];
            let logs = orders
                .into_iter()
                .flat_map(|order| BETWEEN.map(|between| (order, between)));
            for ((first, second), between) in logs {
                if let Some(difference) = difference(&pipeline, first, between, second) {
                    let (first, second) = (first.path.display(), second.path.display());
                    let _ = writeln!(failures, "{first} + {second}\n{difference}");
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// A captured output, and what is found in it.
struct Output {
    path: PathBuf,
    text: Vec<u8>,
    found: Vec<Finding>,
}

/// A diagnostic without where in the log it stood.
struct Finding {
    /// Its identity: two tools that report the same words at the same place count once.
    identity: String,
    /// All that is told of it.
    told: String,
}

impl Output {
    fn read(pipeline: &Pipeline, path: PathBuf) -> Self {
        let mut text = fs::read(&path).expect("a readable case");
        // A program that is killed may end within a line; the next one's begins a new one all the same.
        if !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        let found = found(pipeline, &text);
        Self { path, text, found }
    }
}

fn found(pipeline: &Pipeline, text: &[u8]) -> Vec<Finding> {
    let parsed = pipeline.parse(text, None);
    let told = parsed
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.parser != "fallback");
    told.map(finding).collect()
}

fn finding(diagnostic: &Diagnostic) -> Finding {
    let place = &diagnostic.location;
    let identity = json!([
        place.file,
        place.line,
        place.column,
        diagnostic.code,
        diagnostic.message,
        diagnostic.test
    ]);
    let told = json!([
        diagnostic.parser,
        place,
        diagnostic.severity,
        diagnostic.advice,
        diagnostic.error_type
    ]);
    Finding {
        identity: identity.to_string(),
        told: format!("{identity} {told}"),
    }
}

fn difference(pipeline: &Pipeline, first: &Output, between: &[u8], second: &Output) -> Option<String> {
    let log = [first.text.as_slice(), between, second.text.as_slice()].concat();
    let found = found(pipeline, &log);
    let expected = || first.found.iter().chain(&second.found);
    let identities: HashSet<&str> = found.iter().map(|finding| finding.identity.as_str()).collect();
    let tellings: HashSet<&str> = expected().map(|finding| finding.told.as_str()).collect();
    let lost = expected().filter(|finding| !identities.contains(finding.identity.as_str()));
    let made_up = found
        .iter()
        .filter(|finding| !tellings.contains(finding.told.as_str()));
    let lost = lost.map(|finding| format!("- {}", finding.told));
    let lines: Vec<String> = lost
        .chain(made_up.map(|finding| format!("+ {}", finding.told)))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
