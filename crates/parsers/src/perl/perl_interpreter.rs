//! Perl: scripts that do not compile, warnings, and deaths.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, stack};

register_parser!(Format::of(&described::PERL_INTERPRETER).block(begin, follow));

/// `message at FILE line 4.`
static PLACED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"^(.+?) at (\(eval \d+\)|-e?|[^\s'"]*[./][^\s'"]*|[\w-]+) line (\d+)(?:(?: during global destruction)?\.|(, near ".*|, at (?:EOF|end of line)|, within (?:string|pattern))|, <[^>]*> (?:line|chunk) \d+\.)?$"#,
    )
});

/// `    main::f(1) called at run.pl line 4`.
static CALLER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s+(.+) called at (\S+) line (\d+)$"));

/// Beginnings or parts of messages of category W (perldiag).
const WARNINGS: [&str; 22] = [
    "Use of uninitialized value",
    "Useless use of",
    "used only once: possible typo",
    "isn't numeric in",
    " redefined",
    "masks earlier declaration",
    "Scalar value @",
    "Deep recursion on",
    "Odd number of elements",
    "Found = in conditional",
    "Statement unlikely to be reached",
    "interpreted as function",
    "Unquoted string",
    "Possible ",
    "Argument \"",
    "Wide character in",
    "is deprecated",
    "is experimental",
    "Name \"",
    "Applying ",
    "uninitialized",
    "print() on ",
];

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    // A comment in TAP, which has parsers of its own.
    if line.text.starts_with('#') {
        return None;
    }
    let found = PLACED.captures(line.text)?;
    let destroyed = line.text.trim_start().starts_with("(in cleanup) ");
    if is_consequence(line.text) || line.text.starts_with([' ', '\t']) && !destroyed {
        return None;
    }
    // A sentence may speak of `at bar line 3.`, but names no text that comes near it.
    let word = !found[2].contains(['.', '/', '-', '(']);
    if word && !line.text.contains(", near \"") {
        return None;
    }
    let location = Location::line(&found[2], found[3].parse().ok()?);
    let near = found.get(4).map_or("", |near| near.as_str());
    let (error_type, severity) = kind(&found[1]);
    Some(Diagnostic::new(error_type, severity, format!("{}{near}", &found[1])).at(location))
}

fn kind(message: &str) -> (ErrorType, Severity) {
    let syntax = [
        "syntax error",
        "Missing right",
        "Unmatched right",
        "Can't find string terminator",
        "Search pattern not",
    ];
    let name = [
        "Global symbol ",
        "Bareword \"",
        "Undefined subroutine",
        "Can't locate object method",
    ];
    if WARNINGS.iter().any(|phrase| message.contains(phrase)) {
        (ErrorType::Runtime, Severity::Warning)
    } else if syntax.iter().any(|phrase| message.starts_with(phrase)) {
        (ErrorType::Syntax, Severity::Error)
    } else if message.starts_with("Can't locate ") && message.contains("@INC") {
        (ErrorType::Import, Severity::Error)
    } else if name.iter().any(|phrase| message.starts_with(phrase)) {
        (ErrorType::Type, Severity::Error)
    } else {
        (ErrorType::Runtime, Severity::Error)
    }
}

/// Returns whether the line only reports the consequence of an earlier error.
fn is_consequence(line: &str) -> bool {
    line.starts_with("BEGIN failed--compilation aborted")
        || line.starts_with("Compilation failed in require")
        || line.starts_with("Execution of ") && line.contains(" aborted due to compilation errors")
        || line.ends_with(" had compilation errors.")
        || line.contains(" had too many errors")
}

/// Returns whether the line says once more that the text ends within a bracket or a string.
fn is_unclosed(open: &Diagnostic, line: &str) -> bool {
    open.message.starts_with("Missing right ")
        && line.starts_with("syntax error at ")
        && line.ends_with(", at EOF")
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if is_consequence(line) {
        // It names the place that compiled the failing code: a caller.
        if let Some(found) = PLACED.captures(line)
            && let Ok(number) = found[3].parse()
        {
            stack::push_caller_of_place(
                &mut open.diagnostic,
                Frame::new(Location::line(&found[2], number), None),
            );
        }
        return Flow::Taken;
    }
    if line.trim_start().starts_with("(Might be a runaway") || is_unclosed(&open.diagnostic, line) {
        return Flow::Taken;
    }
    if let Some(found) = CALLER.captures(line)
        && let Ok(number) = found[3].parse()
    {
        stack::push_caller_of_place(
            &mut open.diagnostic,
            Frame::new(Location::line(&found[2], number), Some(found[1].to_owned())),
        );
        return Flow::Taken;
    }
    // The quotation after `near` continues to the end of the statement.
    let quoted = open.diagnostic.message.contains(", near \"") && !open.diagnostic.message.ends_with('"');
    if quoted && PLACED.captures(line).is_none() {
        open.push_message(line);
        return Flow::Taken;
    }
    Flow::Over
}
