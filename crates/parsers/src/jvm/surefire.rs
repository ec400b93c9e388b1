//! Surefire and Failsafe, which run tests for Maven.

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use super::exception::Exception;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::SUREFIRE).state::<State>());

#[derive(Default)]
struct State {
    open: Option<Open>,
    /// An exception was shown.
    shown: bool,
    /// Within the list at the end.
    list: Option<ErrorType>,
}

struct Open {
    test: String,
    exception: Option<Exception>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let text = without_label(line.text);
        if let Some(error_type) = self.list {
            return self.item(text, error_type, sink);
        }
        if let Some(open) = &mut self.open {
            if open.take(line.text) {
                return Step::More;
            }
            self.finish(sink);
            return Step::Pass;
        }
        self.begin(text)
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.list = None;
        if let Some(open) = self.open.take()
            && let Some(exception) = open.exception
        {
            self.shown = true;
            let mut diagnostic = exception.into_diagnostic();
            diagnostic.test = Some(open.test);
            sink.emit(diagnostic);
        }
    }
}

impl State {
    fn begin(&mut self, text: &str) -> Step {
        self.list = match text.trim_end() {
            "Failures:" | "Failed tests:" => Some(ErrorType::Assertion),
            "Errors:" | "Tests in error:" => Some(ErrorType::Runtime),
            _ => None,
        };
        self.open = test_name(text).map(|test| Open {
            test,
            exception: None,
        });
        if self.list.is_some() || self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }

    /// `  CartTest.adds:9 expected: <4> but was: <3>`; `A.b:3->C.d:9` names the way there.
    fn item(&mut self, text: &str, error_type: ErrorType, sink: &mut Sink) -> Step {
        let Some(item) = text.strip_prefix("  ").filter(|item| !item.starts_with(' ')) else {
            self.list = None;
            return Step::Pass;
        };
        if !self.shown {
            sink.emit(listed(item, error_type));
        }
        Step::More
    }
}

impl Open {
    fn take(&mut self, line: &str) -> bool {
        match &mut self.exception {
            Some(exception) => exception.push(line),
            None => {
                let header = !line.trim().is_empty() && !line.starts_with('[');
                self.exception = header.then(|| Exception::new(line));
                header
            }
        }
    }
}

fn without_label(line: &str) -> &str {
    line.strip_prefix("[ERROR] ").unwrap_or(line)
}

/// The name before `<<<`; a class as a whole fails with its tests.
fn test_name(text: &str) -> Option<String> {
    let (before, _) = text.split_once(" <<< ")?;
    if before.starts_with("Tests run:") {
        return None;
    }
    let (name, _) = before.split_once("Time elapsed: ")?;
    let name = name.trim_end().trim_end_matches("--").trim();
    if let Some((method, class)) = name.strip_suffix(')').and_then(|name| name.split_once('('))
        && !class.is_empty()
    {
        return Some(format!("{class}#{method}"));
    }
    let (class, method) = name.rsplit_once('.')?;
    Some(format!("{class}#{}", method.trim_end_matches("()")))
}

fn listed(item: &str, error_type: ErrorType) -> Diagnostic {
    let (place, message) = item.split_once(' ').unwrap_or((item, ""));
    let message = message.trim_start_matches(['»', ' ']);
    let (test, line) = place
        .split("->")
        .next()
        .unwrap_or(place)
        .split_once(':')
        .unwrap_or((place, ""));
    let innermost = place.rsplit("->").next().unwrap_or(place);
    let line = innermost.rsplit(':').next().unwrap_or(line).parse().ok();
    let class = test.split(['.', '$']).next().unwrap_or(test);
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, message);
    diagnostic.test = Some(test.replacen('.', "#", 1));
    diagnostic.location = Location {
        line,
        ..Location::file(format!("{class}.java"))
    };
    diagnostic
}
