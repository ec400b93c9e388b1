//! `go build -json` and `go test -json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use unbreak_core::{Document, Line, OutputRange, ParserState, Sink, Step, register_parser};

use super::compiler::Finding;
use super::failed_test::{TestOutput, in_package, silent_failure};
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::GO_JSON).state::<State>());

/// Tests and packages kept at a time.
const KEPT: usize = 10_000;

#[derive(Default)]
struct State {
    /// By package and test; the test is empty for output of the package itself.
    tests: BTreeMap<(String, String), Run>,
    /// The compiler's unfinished diagnostic, by package.
    builds: BTreeMap<String, (Finding, OutputRange)>,
}

#[derive(Default)]
struct Run {
    output: TestOutput,
    /// A test within it has failed.
    failed_within: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Event {
    action: String,
    #[serde(default)]
    import_path: String,
    #[serde(default)]
    package: String,
    #[serde(default)]
    test: String,
    #[serde(default)]
    output: String,
    /// `error`, `error-continue`, `frame`; absent for logs, and before Go 1.25.
    output_type: Option<String>,
}

impl ParserState for State {
    fn line(&mut self, _line: &Line<'_>, _sink: &mut Sink) -> Step {
        Step::Pass
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, range, .. } = document else {
            return false;
        };
        let Ok(event) = Event::deserialize(*value) else {
            return false;
        };
        match event.action.as_str() {
            "build-output" => self.build_output(&event, *range, sink),
            "build-fail" => self.end_build(&event.import_path, sink),
            "output" => self.test_output(event, *range),
            "pass" | "skip" => {
                self.tests.remove(&(event.package, event.test));
            }
            "fail" => self.fail(&event, *range, sink),
            "start" | "run" | "pause" | "cont" | "bench" | "attr" => {}
            _ => return false,
        }
        true
    }

    fn finish(&mut self, sink: &mut Sink) {
        for (finding, range) in std::mem::take(&mut self.builds).into_values() {
            emit(finding, range, sink);
        }
        // The stream was cut off: a crash is still reported.
        for ((package, test), run) in std::mem::take(&mut self.tests) {
            if run.output.has_crashed() {
                report(run.output, &package, &test, sink);
            }
        }
    }
}

impl State {
    fn build_output(&mut self, event: &Event, range: OutputRange, sink: &mut Sink) {
        let line = event.output.trim_end_matches('\n');
        if let Some((finding, found)) = self.builds.get_mut(&event.import_path)
            && finding.line(line)
        {
            found.end = range.end;
            return;
        }
        self.end_build(&event.import_path, sink);
        if let Some(finding) = Finding::begin(line).filter(|_| self.builds.len() < KEPT) {
            self.builds.insert(event.import_path.clone(), (finding, range));
        }
    }

    fn end_build(&mut self, package: &str, sink: &mut Sink) {
        if let Some((finding, range)) = self.builds.remove(package) {
            emit(finding, range, sink);
        }
    }

    fn test_output(&mut self, event: Event, range: OutputRange) {
        let is_error = event.output_type.as_deref().map(|kind| kind.starts_with("error"));
        let key = (event.package, event.test);
        if self.tests.len() < KEPT || self.tests.contains_key(&key) {
            let run = self.tests.entry(key).or_default();
            run.output
                .text(event.output.trim_end_matches('\n'), range, is_error);
        }
    }

    fn fail(&mut self, event: &Event, range: OutputRange, sink: &mut Sink) {
        self.fail_around(event);
        let run = self
            .tests
            .remove(&(event.package.clone(), event.test.clone()))
            .unwrap_or_default();
        if !run.output.is_empty() {
            report(run.output, &event.package, &event.test, sink);
        } else if !event.test.is_empty() && !run.failed_within {
            sink.emit(silent_failure(&event.test, range));
        }
    }

    /// Notes the failure with the test around a subtest.
    fn fail_around(&mut self, event: &Event) {
        if let Some((parent, _)) = event.test.rsplit_once('/') {
            let key = (event.package.clone(), parent.to_owned());
            self.tests.entry(key).or_default().failed_within = true;
        }
    }
}

fn emit(finding: Finding, range: OutputRange, sink: &mut Sink) {
    let mut diagnostic = finding.finish();
    diagnostic.output = range;
    sink.emit(diagnostic);
}

fn report(output: TestOutput, package: &str, test: &str, sink: &mut Sink) {
    let name = (!test.is_empty()).then_some(test);
    for mut diagnostic in output.finish(name) {
        in_package(&mut diagnostic, package);
        sink.emit(diagnostic);
    }
}
