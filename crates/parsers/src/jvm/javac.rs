//! javac, alone and in Ant, and compilers that print as it does (ecj's javac mode, groovyc, scalac 2).

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use super::kind;
use crate::described;
use crate::format::{Flow, Format, Open, locate, marks, marks::Marks};

register_parser!(Format::of(&described::JAVAC).block(begin, follow));

/// Ant's prefixes of the tasks that compile.
const TASKS: [&str; 4] = ["[javac] ", "[groovyc] ", "[scalac] ", "[javadoc] "];

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (text, _) = without_task(line.text);
    // Maven's own prefix; what follows it is Maven's.
    if text.starts_with('[') {
        return None;
    }
    let placed = locate::at_start(text)?;
    let compiled = [".java", ".scala", ".groovy"]
        .iter()
        .any(|ending| placed.file.ends_with(ending));
    let said = placed.rest.strip_prefix(':')?.strip_prefix(' ')?;
    let (severity, message) = split_severity(said, placed.file)?;
    if let Some(diagnostic) = raw(message).filter(|_| compiled && severity.is_none()) {
        return Some(diagnostic.at(placed.location()));
    }
    if !compiled || placed.span.column.is_some() && severity.is_none() {
        return None;
    }
    let severity = severity.unwrap_or(Severity::Error);
    let (check, message) = kind::split_check(message);
    let mut diagnostic = Diagnostic::new(kind::error_type(severity, message, None), severity, message);
    diagnostic.code = check.map(str::to_owned);
    Some(diagnostic.at(placed.location()))
}

/// `compiler.err.cant.resolve: kindname.variable, total`, as `-XDrawDiagnostics` prints it: the key
/// of the message and its arguments.
fn raw(text: &str) -> Option<Diagnostic> {
    let (key, arguments) = text.split_once(": ").unwrap_or((text, ""));
    let severity = match key.strip_prefix("compiler.")?.split('.').next()? {
        "err" => Severity::Error,
        "warn" => Severity::Warning,
        "note" => Severity::Info,
        _ => return None,
    };
    let message = if arguments.is_empty() { key } else { arguments };
    let error_type = kind::error_type(severity, message, None);
    Some(Diagnostic::new(error_type, severity, message).with_code(key))
}

/// The text after Ant's prefix, and whether there was one.
fn without_task(line: &str) -> (&str, bool) {
    let text = line.trim_start();
    let task = TASKS.iter().find_map(|task| text.strip_prefix(task));
    task.map_or((line, false), |text| (text, true))
}

/// `error: x`, `warning - x`, or nothing, which javac before 7 prints for an error.
fn split_severity<'a>(text: &'a str, file: &str) -> Option<(Option<Severity>, &'a str)> {
    const LABELS: [(&str, Severity); 5] = [
        ("error", Severity::Error),
        ("warning", Severity::Warning),
        ("note", Severity::Info),
        ("Note", Severity::Info),
        ("info", Severity::Info),
    ];
    for (label, severity) in LABELS {
        let rest = text.strip_prefix(label);
        if let Some(message) = rest.and_then(|rest| rest.strip_prefix(": ").or(rest.strip_prefix(" - "))) {
            return Some((Some(severity), message.trim_start()));
        }
    }
    let old_javac = file.ends_with(".java") && !text.starts_with(' ');
    old_javac.then_some((None, text))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let (text, in_task) = without_task(line);
    if text.trim().is_empty() || is_over(text) {
        return Flow::Over;
    }
    if open.diagnostic.snippet.is_some() {
        return detail(open, text);
    }
    let marks = marks::read(text).filter(|_| text.trim().bytes().all(|byte| byte == b'^'));
    if let Some(marks) = marks {
        quote(open, marks);
        return Flow::Taken;
    }
    // In Ant all lines are the compiler's, so a message may continue before the source, as Scala's
    // do everywhere; elsewhere the source is the next line.
    const LONGEST: usize = 20;
    let most = if in_task || is_scala(open) { LONGEST } else { 1 };
    if open.taken >= most {
        return Flow::Over;
    }
    if open.taken > 0 {
        let previous = without_task(&open.previous).0.trim().to_owned();
        open.push_message(&previous);
    }
    Flow::Taken
}

fn is_scala(open: &Open) -> bool {
    let file = open.diagnostic.location.file.as_deref();
    file.is_some_and(|file| file.ends_with(".scala"))
}

/// Another diagnostic, or the count at the end.
fn is_over(text: &str) -> bool {
    let counts = [" error", " errors", " warning", " warnings"];
    let place = locate::at_start(text).is_some_and(|placed| placed.rest.starts_with(": "));
    place
        || counts
            .iter()
            .any(|count| text.ends_with(count) && text.starts_with(|c: char| c.is_ascii_digit()))
}

/// The caret, or the carets that ecj draws: the line above is the source.
fn quote(open: &mut Open, marks: Marks) {
    let source = without_task(&open.previous).0.to_owned();
    let diagnostic = &mut open.diagnostic;
    let location = &mut diagnostic.location;
    let column = *location.column.get_or_insert(marks.caret);
    let length = marks.end - marks.caret;
    if length > 1 {
        location.end_line = location.line;
        location.end_column = column.checked_add(length);
    }
    if diagnostic.error_type == ErrorType::Type {
        diagnostic.error_type = kind::error_type(diagnostic.severity, &diagnostic.message, Some(&source));
    }
    diagnostic.snippet = Some(source);
}

/// A line below the source.
fn detail(open: &mut Open, text: &str) -> Flow {
    if !text.starts_with("  ") {
        return Flow::Over;
    }
    let text = text.trim();
    if text.starts_with("Did you mean ") || text.starts_with("(see ") {
        open.diagnostic.advice.get_or_insert_with(|| text.to_owned());
    } else {
        open.push_message(text);
    }
    Flow::Taken
}
