//! Jasmine.

use unbreak_core::{Diagnostic, ErrorType, Line, OutputRange, ParserState, Sink, Step, register_parser};

use super::thrown::Thrown;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::JASMINE).state::<State>());

const MESSAGE: &str = "  Message:";

#[derive(Default)]
struct State {
    /// The heading that the messages are below.
    test: Option<String>,
    /// The failure whose lines are still coming.
    open: Option<(Thrown, OutputRange)>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if line.text == MESSAGE {
            self.finish(sink);
            self.test = line.back(1).and_then(heading).or(self.test.take());
            self.open = Some((Thrown::default(), line.range));
            return Step::More;
        }
        match &mut self.open {
            Some((thrown, range)) if line.text.starts_with("    ") => {
                thrown.push(line.text);
                range.end = line.range.end;
                Step::More
            }
            Some(_) if line.text == "  Stack:" => Step::More,
            _ => {
                self.finish(sink);
                self.test = None;
                Step::Pass
            }
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        let Some((thrown, range)) = self.open.take() else {
            return;
        };
        if thrown.is_empty() {
            return;
        }
        let mut diagnostic: Diagnostic = thrown.into_diagnostic();
        // An exception has a class, a failed expectation has none.
        if diagnostic.code.is_none() {
            diagnostic.error_type = ErrorType::Assertion;
        }
        diagnostic.test.clone_from(&self.test);
        diagnostic.output = range;
        sink.emit(diagnostic);
    }
}

/// `1) suite test`.
fn heading(line: &str) -> Option<String> {
    let (number, name) = line.split_once(") ")?;
    number
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| name.trim().to_owned())
}
