//! PHP: scripts that do not parse, and errors and warnings at run time.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, stack};

register_parser!(Format::of(&described::PHP_INTERPRETER).block(begin, follow));

/// `PHP Fatal error:  message in FILE on line 3`.
static PLACED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\[[^\]]+\] )?(?:PHP )?((?:Parse|Fatal|Catchable fatal|Recoverable fatal|Compile|Core) error|Warning|Notice|Deprecated|Strict Standards): +(.+?) in (\S.*?)(?: on line |:)(\d+)$",
    )
});

/// `Uncaught Error: message`.
static UNCAUGHT: LazyLock<Regex> = LazyLock::new(|| pattern(r"^Uncaught ([A-Za-z_][\w\\]*)(?:: )?(.*)$"));

/// `#0 /a.php(3): f()`.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^#\d+ (.+)\((\d+)\): (.+)$"));

/// The line without the tags of `html_errors`: `<b>Parse error</b>:  message in <b>FILE</b> on line <b>5</b><br />`.
fn without_tags(line: &str) -> Cow<'_, str> {
    if !line.contains("</b> on line <b>") {
        return Cow::Borrowed(line);
    }
    let tags = ["<b>", "</b>", "<br />", "<br>"];
    Cow::Owned(
        tags.iter()
            .fold(line.to_owned(), |text, tag| text.replace(tag, "")),
    )
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = without_tags(line.text);
    let found = PLACED.captures(&text)?;
    let (said, file) = declared(&found[2], &found[3]);
    let location = Location::line(file, found[4].parse().ok()?);
    let (error_type, severity) = kind(&found[1]);
    let Some(exception) = UNCAUGHT.captures(&said) else {
        return Some(Diagnostic::new(error_type, severity, said).at(location));
    };
    let error_type = match &exception[1] {
        "ParseError" => ErrorType::Syntax,
        _ => ErrorType::Runtime,
    };
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, &exception[2])
        .with_code(&exception[1])
        .at(location.clone());
    let mut frame = Frame::new(location, None);
    frame.innermost = true;
    diagnostic.frames.push(frame);
    Some(diagnostic)
}

/// The message and the file, where a message names the caller before the place:
/// `f(): Argument #1 ($x) must be of type int, string given, called in a.php on line 3 and defined in b.php:2`.
fn declared<'a>(said: &'a str, file: &'a str) -> (Cow<'a, str>, &'a str) {
    match file.rsplit_once(" and defined in ") {
        Some((caller, declared)) => (Cow::Owned(format!("{said} in {caller}")), declared),
        None => (Cow::Borrowed(said), file),
    }
}

fn kind(label: &str) -> (ErrorType, Severity) {
    match label {
        "Parse error" => (ErrorType::Syntax, Severity::Fatal),
        "Warning" => (ErrorType::Runtime, Severity::Warning),
        "Notice" | "Deprecated" | "Strict Standards" => (ErrorType::Runtime, Severity::Info),
        _ => (ErrorType::Runtime, Severity::Error),
    }
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if line.starts_with("Errors parsing ") || line.starts_with("  thrown in ") {
        return Flow::Last;
    }
    if open.diagnostic.frames.is_empty() {
        return Flow::Over;
    }
    if let Some(entry) = ENTRY.captures(line)
        && let Ok(number) = entry[2].parse()
    {
        let frame = Frame::new(Location::line(&entry[1], number), Some(entry[3].to_owned()));
        stack::push_caller(&mut open.diagnostic, frame);
        return Flow::Taken;
    }
    match line == "Stack trace:" || line.starts_with('#') {
        true => Flow::Taken,
        false => Flow::Over,
    }
}
