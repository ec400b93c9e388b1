//! JUnit XML, the test reports that most runners can write.

mod linter;

use unbreak_core::{Diagnostic, ErrorType, Location, Severity, Sink, register_parser};

use crate::described;
use crate::format::xml::{self, Element, Visitor};
use crate::format::{Format, locate, stack, thrown_class};

register_parser!(Format::of(&described::JUNIT_XML).xml(read));

fn read(document: &str, sink: &mut Sink) -> bool {
    let mut report = Report {
        suite: None,
        case: Case::default(),
        failure: None,
        sink,
    };
    if let Some(problem) = xml::walk(document, &mut report) {
        sink.problem(format!("JUnit XML: {problem}"));
    }
    true
}

struct Report<'a> {
    /// The file that the suite is named after, as linters have it.
    suite: Option<String>,
    case: Case,
    /// The failure whose text is being read.
    failure: Option<Failure>,
    sink: &'a mut Sink,
}

/// A test case.
#[derive(Debug, Clone, Default)]
struct Case {
    /// The class and the name.
    name: String,
    /// The attributes `name` and `classname`.
    attribute: String,
    class: Option<String>,
    place: Location,
}

#[derive(Debug)]
struct Failure {
    error_type: ErrorType,
    class: Option<String>,
    message: Option<String>,
    text: String,
}

impl Visitor for Report<'_> {
    fn start(&mut self, element: &Element<'_>) {
        match element.name() {
            "testsuite" => self.suite = element.get("name").filter(|name| is_file(name)),
            "testcase" => self.case = Case::of(element),
            "failure" => self.failure = Some(Failure::of(element, ErrorType::Assertion)),
            "error" => self.failure = Some(Failure::of(element, ErrorType::Runtime)),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(failure) = &mut self.failure {
            failure.text.push_str(text);
        }
    }

    fn end(&mut self, name: &str) {
        if matches!(name, "failure" | "error")
            && let Some(failure) = self.failure.take()
        {
            let findings = linter::findings(self.suite.as_deref(), &self.case, &failure);
            if findings.is_empty() {
                self.sink.emit(failure.into_diagnostic(&self.case));
            }
            findings.into_iter().for_each(|finding| self.sink.emit(finding));
        }
    }
}

fn is_file(name: &str) -> bool {
    locate::kind(name) == Some(locate::FileKind::Sure)
}

impl Case {
    fn of(element: &Element<'_>) -> Self {
        let name = element.get("name").unwrap_or_default();
        let class_name = element.get("classname");
        let class = class_name
            .as_ref()
            .filter(|class| !name.starts_with(class.as_str()));
        let place = Location {
            file: element.get("file"),
            line: element.number("line"),
            ..Location::default()
        };
        Self {
            name: class.map_or_else(|| name.clone(), |class| format!("{class}.{name}")),
            attribute: name,
            class: class_name,
            place,
        }
    }
}

impl Failure {
    fn of(element: &Element<'_>, error_type: ErrorType) -> Self {
        Self {
            error_type,
            class: element.get("type"),
            message: element.get("message"),
            text: String::new(),
        }
    }

    /// The class of the exception. Some runners write their own name or a sentence in its place.
    fn class(&self) -> Option<&str> {
        let named = self
            .class
            .as_deref()
            .filter(|class| !class.is_empty() && !class.contains(' '));
        let telling = named.filter(|class| class.contains(['.', '\\']) || thrown_class::is_one(class));
        let in_text = || {
            let lines = self.text.lines().map(str::trim_start);
            let mut thrown =
                lines.filter_map(|line| thrown_class::split(line.strip_prefix("cause: ").unwrap_or(line)));
            thrown.next().map(|(class, _)| class)
        };
        telling.or_else(in_text).or(named)
    }

    /// Many runners have one element for failed assertions and exceptions; the class distinguishes them.
    fn error_type(&self, class: Option<&str>) -> ErrorType {
        match class {
            Some(class) if thrown_class::is_one(class) && !thrown_class::is_assertion(class) => {
                ErrorType::Runtime
            }
            _ => self.error_type,
        }
    }

    /// The value of the attribute `message`.
    fn said(&self) -> Option<&str> {
        let said = self.message.as_deref().map(str::trim);
        said.filter(|message| !message.is_empty())
    }

    fn into_diagnostic(self, case: &Case) -> Diagnostic {
        let text = self.text.trim();
        let message = match self.said() {
            Some(message) => after_place(message),
            None => after_name(after_place(text), case)
                .lines()
                .next()
                .unwrap_or_default(),
        };
        let class = self.class();
        let mut diagnostic = Diagnostic::new(self.error_type(class), Severity::Error, message);
        diagnostic.test = Some(case.name.clone());
        let class = class.filter(|class| !matches!(*class, "Error" | "failure" | "error"));
        diagnostic.code = class.map(|class| class.rsplit(['.', '\\']).next().unwrap_or_default().to_owned());
        diagnostic.location = case.place.clone();
        take_place(&mut diagnostic);
        if let Some((location, said)) = in_test_file(text) {
            diagnostic.location = location;
            said.clone_into(&mut diagnostic.message);
        }
        stack::attach(&mut diagnostic, text);
        // The case's attributes give the start of the test, its text the place of the failure.
        let failed = diagnostic.frames.last().map(|frame| &frame.location);
        if let Some(failed) = failed.filter(|failed| failed.file == diagnostic.location.file) {
            diagnostic.location = failed.clone();
        }
        diagnostic
    }
}

/// Removes a place from the beginning of the message, where no other is known.
fn take_place(diagnostic: &mut Diagnostic) {
    let placed = locate::at_start(&diagnostic.message).filter(|placed| placed.kind == locate::FileKind::Sure);
    let found = placed.and_then(|placed| {
        Some((
            placed.location(),
            placed.rest.strip_prefix(':')?.trim().to_owned(),
        ))
    });
    if let Some((location, said)) =
        found.filter(|(_, said)| diagnostic.location.line.is_none() && !said.is_empty())
    {
        diagnostic.location = location;
        diagnostic.message = said;
    }
}

/// Bats' `(in test file a.bats, line 3)` and the command that failed there.
fn in_test_file(text: &str) -> Option<(Location, &str)> {
    let (file, rest) = text.strip_prefix("(in test file ")?.split_once(", line ")?;
    let (line, said) = rest.split_once(")\n")?;
    Some((Location::line(file, line.parse().ok()?), said.trim()))
}

/// Without the line that holds nothing but the test's name, which PHPUnit puts first.
fn after_name<'a>(text: &'a str, case: &Case) -> &'a str {
    match text.split_once('\n') {
        Some((first, rest)) if is_name(first, &case.name) => rest.trim_start(),
        _ => text,
    }
}

/// Returns whether a line is `CLASS::METHOD`, perhaps with a data set, of the case `CLASS.METHOD`.
fn is_name(line: &str, case: &str) -> bool {
    let Some((class, method)) = line.split_once("::") else {
        return false;
    };
    let rest = case
        .strip_prefix(&class.replace('\\', "."))
        .and_then(|rest| rest.strip_prefix('.'));
    rest.is_some_and(|name| method.starts_with(name))
}

/// Without the line that holds nothing but the place, which GoogleTest puts first.
fn after_place(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if stack::frame(first).is_some() => rest,
        _ => text,
    }
}
