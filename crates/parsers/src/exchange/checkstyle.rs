//! Checkstyle's XML, which linters of every language write.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity, Sink, register_parser};

use crate::described;
use crate::format::xml::{self, Element, Visitor};
use crate::format::{Format, guess, severity};

register_parser!(Format::of(&described::CHECKSTYLE_XML).xml(read));

fn read(document: &str, sink: &mut Sink) -> bool {
    let mut findings = Findings { file: None, sink };
    if let Some(problem) = xml::walk(document, &mut findings) {
        sink.problem(format!("Checkstyle XML: {problem}"));
    }
    true
}

struct Findings<'a> {
    file: Option<String>,
    sink: &'a mut Sink,
}

impl Visitor for Findings<'_> {
    fn start(&mut self, element: &Element<'_>) {
        match element.name() {
            "file" => self.file = element.get("name"),
            "error" => self.finding(element, None),
            // The error that kept Checkstyle from reading the file.
            "exception" => self.finding(element, Some(ErrorType::Build)),
            _ => {}
        }
    }
}

impl Findings<'_> {
    fn finding(&mut self, element: &Element<'_>, error_type: Option<ErrorType>) {
        let severity = element.get("severity").and_then(|word| severity::word(&word));
        let message = element.get("message").unwrap_or_default();
        let rule = element.get("source").map(|source| rule(&source));
        let error_type = error_type.unwrap_or_else(|| guess::of_finding(&message, rule.as_deref()));
        let mut diagnostic = Diagnostic::new(error_type, severity.unwrap_or(Severity::Error), message.trim());
        diagnostic.location = Location {
            file: self.file.clone(),
            line: element.number("line"),
            column: element.number("column"),
            ..Location::default()
        };
        diagnostic.code = rule;
        self.sink.emit(diagnostic);
    }
}

/// `com.puppycrawl.tools.checkstyle.checks.FooCheck` is the rule `Foo`.
fn rule(source: &str) -> String {
    let Some(class) = source.strip_prefix("com.puppycrawl.tools.checkstyle.") else {
        return source.to_owned();
    };
    let class = class.rsplit('.').next().unwrap_or(class);
    class.strip_suffix("Check").unwrap_or(class).to_owned()
}
