//! The Test Anything Protocol.

mod details;
mod linter;

use unbreak_core::{
    Diagnostic, ErrorType, Line, OutputRange, ParserState, Severity, Sink, Step, register_parser,
};

use self::details::Details;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::TAP).state::<State>());

#[derive(Default)]
struct State {
    open: Option<Point>,
    /// The indentation of the last failure: its parents come after it, indented less.
    failed_at: Option<usize>,
    /// Whether parents come first, with their children in braces.
    braced: bool,
    /// The tests that have begun, with the indentation of the comments that say so.
    subtests: Vec<(usize, String)>,
    /// The indentation of points in a test that an exception ended: it cannot keep its plan either.
    thrown_at: Option<usize>,
}

/// A failed test point.
struct Point {
    indentation: usize,
    name: String,
    details: Details,
    range: OutputRange,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some((indentation, name)) = subtest(line.text) {
            self.finish(sink);
            self.subtests.retain(|(outer, _)| *outer < indentation);
            self.subtests.push((indentation, name.to_owned()));
            self.thrown_at = None;
            return Step::Pass;
        }
        if let Some(point) = &mut self.open {
            if point.details.line(line.text, point.indentation) {
                point.range.end = line.range.end;
                return if point.details.is_doubtful() {
                    Step::Maybe
                } else {
                    Step::More
                };
            }
            self.finish(sink);
            return Step::Pass;
        }
        if let Some(reason) = line.text.trim_start().strip_prefix("Bail out!") {
            sink.emit(bailed_out(reason));
            return Step::Done;
        }
        self.braced |= line.text.ends_with(" {");
        self.open = Point::begin(line);
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        let Some(point) = self.open.take() else { return };
        let parent = !self.braced && self.failed_at.is_some_and(|inner| point.indentation < inner);
        let is_of_plan = self.thrown_at == Some(point.indentation) && point.is_of_plan();
        self.failed_at = Some(point.indentation);
        if point.details.is_thrown() {
            self.thrown_at = Some(point.indentation);
        }
        if !parent && !is_of_plan && !point.details.is_parent() {
            let test = self.test_of(&point);
            point.emit(test, sink);
        }
    }
}

impl State {
    /// The test that a point belongs to: itself, or for the assertions of node-tap the test around them.
    fn test_of(&self, point: &Point) -> String {
        let is_test =
            |(indentation, name): &(usize, String)| *indentation == point.indentation && *name == point.name;
        let outer = self
            .subtests
            .iter()
            .filter(|(outer, _)| *outer < point.indentation);
        let outer: Vec<&str> = outer.map(|(_, name)| name.as_str()).collect();
        match outer.is_empty() || self.subtests.last().is_some_and(is_test) {
            true => point.name.clone(),
            false => outer.join(" > "),
        }
    }
}

/// `# Subtest: adds`: its indentation, and the name of the test that begins.
fn subtest(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start();
    Some((
        line.len() - text.len(),
        text.strip_prefix("# Subtest: ")?.trim_end(),
    ))
}

fn bailed_out(reason: &str) -> Diagnostic {
    let message = format!("the test run was given up: {}", reason.trim());
    Diagnostic::new(ErrorType::Runtime, Severity::Fatal, message)
}

impl Point {
    /// `not ok 2 - adds # directive`.
    fn begin(line: &Line<'_>) -> Option<Self> {
        let text = line.text.trim_start();
        let rest = text.strip_prefix("not ok")?;
        let rest = rest
            .strip_prefix(' ')
            .or_else(|| rest.is_empty().then_some(rest))?;
        let (name, directive) = rest.split_once(" # ").unwrap_or((rest, ""));
        // The tests within it come below, in braces.
        let parent = text.ends_with(" {");
        let excused = ["todo", "skip"].iter().any(|word| {
            directive
                .get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        });
        let number = name.bytes().take_while(u8::is_ascii_digit).count();
        let name = name[number..].trim().trim_start_matches("- ").trim();
        (!excused && !parent).then(|| Self {
            indentation: line.text.len() - text.len(),
            name: if name.is_empty() {
                format!("test {}", &rest[..number])
            } else {
                name.to_owned()
            },
            details: Details::default(),
            range: line.range,
        })
    }

    /// Returns whether it counts the assertions of its test.
    fn is_of_plan(&self) -> bool {
        self.name.starts_with("test count(") || self.name == "test unfinished"
    }

    /// Emits the failure of a test, or a linter's finding in a file.
    fn emit(self, test: String, sink: &mut Sink) {
        let findings = linter::findings(&self.name, self.details.yaml(), self.details.comments());
        if findings.is_empty() {
            sink.emit(self.into_diagnostic(test));
            return;
        }
        for mut finding in findings {
            finding.output = self.range;
            sink.emit(finding);
        }
    }

    fn into_diagnostic(self, test: String) -> Diagnostic {
        let mut diagnostic = self.details.finish(&self.name);
        diagnostic.test = Some(test);
        diagnostic.output = self.range;
        diagnostic
    }
}
