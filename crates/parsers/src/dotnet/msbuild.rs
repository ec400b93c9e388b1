//! MSBuild, the compilers it runs (C#, F#, Visual Basic, C++), NuGet and analysers.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Note, Severity, register_parser};

use crate::described;
use crate::format::{Format, guess, locate};
use crate::text;

register_parser!(Format::of(&described::MSBUILD).line(begin));

/// The prefixes of codes of .NET's own tools.
const PREFIXES: [&str; 24] = [
    "CS", "BC", "FS", "VBC", "MSB", "MC", "NU", "NETSDK", "CA", "IDE", "SA", "SX", "SYSLIB", "RS", "RZ",
    "BL", "XA", "XLS", "XC", "AD", "NUnit", "xUnit", "ASP", "MSTEST",
];

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = without_task(without_node(line.text.trim_start()));
    let (origin, category, rest) = split_category(text)?;
    let severity = severity(category);
    let (rest, project) = split_project(rest);
    let (code, message) = text::split_at_byte(rest, b':').unwrap_or(("", rest));
    let code = code.trim();
    let is_code = code.is_empty()
        || code
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    if !is_code || project.is_none() && !is_own(code) {
        return None;
    }
    let (message, note) = split_compiling(message.trim());
    let mut diagnostic = Diagnostic::new(error_type(code, severity, message), severity, message);
    diagnostic.code = (!code.is_empty()).then(|| code.to_owned());
    diagnostic.location = location(origin.trim_end(), project);
    diagnostic.notes.extend(note);
    Some(diagnostic)
}

/// Without the number of the node that parallel builds print: `12>`, `12:3>`.
fn without_node(text: &str) -> &str {
    match text::split_at_byte(text, b'>') {
        Some((node, rest)) if !node.is_empty() && node.bytes().all(|b| b.is_ascii_digit() || b == b':') => {
            rest.trim_start()
        }
        _ => text,
    }
}

/// Without the task of NAnt that ran the compiler: `[csc] `.
fn without_task(text: &str) -> &str {
    const TASKS: [&str; 5] = ["[csc] ", "[vbc] ", "[solution] ", "[msbuild] ", "[exec] "];
    let task = TASKS.iter().find_map(|task| text.strip_prefix(task));
    task.map_or(text, str::trim_start)
}

/// Splits `ORIGIN: [SUBCATEGORY] CATEGORY ` off. The first category in the line counts; csc leaves the
/// origin out when it has none.
fn split_category(text: &str) -> Option<(&str, &str, &str)> {
    const CATEGORIES: [&str; 5] = ["error", "warning", "info", "message", "hidden"];
    let after_colons = memchr::memchr_iter(b':', text.as_bytes()).map(|at| (at, at + 1));
    std::iter::once((0, 0))
        .chain(after_colons)
        .find_map(|(at, after)| {
            let said = text[after..].trim_start();
            let said = said.strip_prefix("fatal ").unwrap_or(said);
            // Most colons stand before something else.
            if !said.starts_with(['e', 'E', 'w', 'W', 'i', 'I', 'm', 'M', 'h', 'H']) {
                return None;
            }
            let is_said = |category: &&&str| {
                // As bytes: the text there need not be ASCII.
                let (category, word) = (category.as_bytes(), said.as_bytes().get(..category.len()));
                word.is_some_and(|word| word[1..] == category[1..] && word.eq_ignore_ascii_case(category))
            };
            let category = CATEGORIES.iter().find(is_said)?;
            let rest = &said[category.len()..];
            rest.starts_with([' ', ':'])
                .then(|| (&text[..at], *category, rest))
        })
}

fn severity(category: &str) -> Severity {
    match category {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Info,
    }
}

/// Splits ` [PROJECT]` off the end, with the target framework it may name after `::`.
fn split_project(text: &str) -> (&str, Option<&str>) {
    let split = text
        .trim_end()
        .strip_suffix(']')
        .and_then(|text| text::rsplit(text, text::literal!(" [")));
    let Some((message, project)) = split else {
        return (text, None);
    };
    let path = text::split(project, text::literal!("::")).map_or(project, |(path, _)| path);
    let named = path.ends_with("proj") || path.ends_with(".sln") || path.ends_with(".slnx");
    if named {
        (message, Some(path))
    } else {
        (text, None)
    }
}

fn is_own(code: &str) -> bool {
    let digits = code.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let prefix = &code[..code.len() - digits.len()];
    let numbered = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    numbered && PREFIXES.contains(&prefix)
}

/// Splits `(compiling source file x.cpp)` off a message about a header.
fn split_compiling(message: &str) -> (&str, Option<Note>) {
    let split = message
        .strip_suffix(')')
        .and_then(|text| text::rsplit(text, text::literal!(" (compiling source file ")));
    match split {
        Some((message, file)) => {
            let note = Note {
                message: "while compiling this file".to_owned(),
                location: Location::file(file),
            };
            (message, Some(note))
        }
        None => (message, None),
    }
}

/// The place that the origin names; a tool has none.
fn location(origin: &str, project: Option<&str>) -> Location {
    let mut location = match locate::at_start(origin).filter(|placed| placed.rest.trim().is_empty()) {
        Some(placed) => placed.location(),
        None if locate::kind(origin) == Some(locate::FileKind::Sure) => Location::file(origin),
        None => return Location::default(),
    };
    if let (Some(file), Some(project)) = (&mut location.file, project)
        && let Some(directory) = directory_of(project).filter(|_| !is_absolute(file))
    {
        file.insert_str(0, directory);
    }
    location
}

/// The base of relative paths: the directory of the project, with its separator.
fn directory_of(project: &str) -> Option<&str> {
    let end = memchr::memrchr2(b'/', b'\\', project.as_bytes())?;
    is_absolute(project).then(|| &project[..=end])
}

fn is_absolute(path: &str) -> bool {
    matches!(path.as_bytes(), [b'/' | b'\\', ..] | [_, b':', ..])
}

fn error_type(code: &str, severity: Severity, message: &str) -> ErrorType {
    if severity < Severity::Error {
        return ErrorType::Lint;
    }
    let number = code.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let prefix = &code[..code.len() - number.len()];
    match (prefix, number.parse::<u32>().unwrap_or_default()) {
        // A type, namespace, assembly or metadata file that is not found.
        ("CS", 6 | 9 | 12 | 234 | 246 | 400 | 1069 | 7069) => ErrorType::Import,
        // The C# parser's own range, and its errors about strings and directives.
        ("CS", 1001..=1044 | 1056 | 1513..=1529 | 1553 | 1646 | 1733 | 8076..=8099) => ErrorType::Syntax,
        ("BC", 30198..=30205 | 30035 | 30037 | 30081 | 30084 | 30085) => ErrorType::Syntax,
        ("FS", 10 | 3118 | 58) => ErrorType::Syntax,
        ("CS" | "BC" | "FS" | "VBC", _) => ErrorType::Type,
        ("CA" | "IDE" | "SA" | "SX" | "RS" | "xUnit" | "NUnit" | "MSTEST", _) => ErrorType::Lint,
        ("MSB" | "NU" | "NETSDK" | "MC" | "XA", _) => ErrorType::Build,
        _ => guess::error_type(severity, message),
    }
}
