//! The text of rustc and clippy, and of tools that draw in the same style.

use std::collections::BTreeMap;

use unbreak_core::{Diagnostic, Line, ParserState, Sink, Step, register_parser};

use super::finding::Finding;
use super::kind;
use crate::described;
use crate::format::{Format, head};
use crate::text;

register_parser!(Format::of(&described::RUSTC).state::<State>());

#[derive(Default)]
struct State {
    finding: Option<Finding>,
    /// The lints named so far, by the messages of their findings.
    lints: BTreeMap<String, String>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(finding) = &mut self.finding else {
            return self.begin(line, sink);
        };
        if finding.line(line.text) {
            return Step::More;
        }
        let drawn = finding.is_drawn();
        self.finish(sink);
        if drawn { Step::Pass } else { Step::Reject }
    }

    /// Without a drawing it is another tool's message, wherever the output ends.
    fn is_unfinished(&self) -> bool {
        self.finding.as_ref().is_some_and(|finding| !finding.is_drawn())
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(mut finding) = self.finding.take().filter(Finding::is_drawn) {
            finding.name_lint(&mut self.lints);
            sink.emit(finding.finish());
        }
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(diagnostic) = short(line.text) {
            sink.emit(diagnostic);
            return Step::Done;
        }
        self.finding = Finding::begin(line.text);
        if self.finding.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }
}

/// `src/a.rs:1:5: error[E0308]: message`.
fn short(text: &str) -> Option<Diagnostic> {
    if !text::holds(text, text::literal!(".rs:")) {
        return None;
    }
    let head = head::read(text)?;
    let file = head.location.file.as_deref()?;
    let severity = head
        .severity
        .filter(|_| file.ends_with(".rs") && !text.starts_with(' '))?;
    head.location.column?;
    let error_type = kind::error_type(
        severity,
        head.code.filter(|code| kind::is_error_code(code)),
        head.message,
    );
    let mut diagnostic = Diagnostic::new(error_type, severity, head.message).at(head.location);
    diagnostic.phase = kind::phase(head.code, head.message);
    diagnostic.code = head.code.map(str::to_owned);
    Some(diagnostic)
}
