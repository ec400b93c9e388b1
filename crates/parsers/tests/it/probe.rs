//! Parsers made for the tests: what they do with a line is a function.

use std::sync::Arc;

use unbreak_core::{
    Descriptor, Diagnostic, Document, ErrorParser, ErrorType, Line, ParserState, Severity, Sink, Step,
};
use unbreak_parsers::{Parsed, Pipeline};

/// The reaction of a probe to a line. The number counts the lines of its block, from 0.
pub(crate) type OnLine = fn(&Line<'_>, usize, &mut Sink) -> Step;

/// A parser whose state counts the lines of the block that is open.
pub(crate) struct Probe {
    descriptor: Descriptor,
    triggers: Vec<&'static str>,
    priority: i32,
    on_line: OnLine,
}

impl Probe {
    /// A parser with an id, its triggers, and what it makes of a line.
    pub(crate) fn new(id: &'static str, triggers: &[&'static str], on_line: OnLine) -> Self {
        Self {
            descriptor: Descriptor::new(id, "1.0.0", "a probe"),
            triggers: triggers.to_vec(),
            priority: 0,
            on_line,
        }
    }

    /// The same with another priority.
    pub(crate) fn priority(self, priority: i32) -> Self {
        Self { priority, ..self }
    }
}

impl ErrorParser for Probe {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn triggers(&self) -> &[&str] {
        &self.triggers
    }

    fn priority(&self) -> i32 {
        self.priority
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State {
            on_line: self.on_line,
            depth: 0,
        })
    }
}

struct State {
    on_line: OnLine,
    depth: usize,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let step = (self.on_line)(line, self.depth, sink);
        self.depth = if step == Step::More { self.depth + 1 } else { 0 };
        step
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let text = match document {
            Document::Json { value, .. } => format!("json {value}"),
            Document::Xml { text, .. } => format!("xml {text}"),
            _ => return false,
        };
        say(sink, text);
        true
    }

    fn is_unsure(&self) -> bool {
        self.depth == 2
    }

    fn finish(&mut self, sink: &mut Sink) {
        if self.depth > 0 {
            say(sink, format!("cut off after {}", self.depth));
        }
    }
}

/// Emits a diagnostic with this message.
pub(crate) fn say(sink: &mut Sink, message: impl Into<String>) {
    sink.emit(Diagnostic::new(ErrorType::Build, Severity::Error, message));
}

/// Takes every line and repeats it.
pub(crate) fn echo(line: &Line<'_>, _: usize, sink: &mut Sink) -> Step {
    say(sink, line.text);
    Step::Done
}

/// A pipeline over these probes.
pub(crate) fn pipeline(probes: impl IntoIterator<Item = Probe>) -> Pipeline {
    Pipeline::new(
        probes
            .into_iter()
            .map(|probe| Arc::new(probe) as Arc<dyn ErrorParser>),
    )
}

/// The findings of these probes in an output, as `parser: message`.
pub(crate) fn heard(probes: impl IntoIterator<Item = Probe>, output: &str) -> Vec<String> {
    messages(&pipeline(probes).parse(output.as_bytes(), None))
}

/// The diagnostics as `parser: message`.
pub(crate) fn messages(parsed: &Parsed) -> Vec<String> {
    let found = parsed.diagnostics.iter();
    found
        .map(|diagnostic| format!("{}: {}", diagnostic.parser, diagnostic.message))
        .collect()
}
