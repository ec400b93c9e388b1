//! The error types of javac's messages.

use unbreak_core::{ErrorType, Severity};

use crate::text;

/// The words of javac and scalac for a name they do not find.
const UNFOUND: [&str; 2] = ["cannot find symbol", "not found: "];

/// The type of a compiler's message; `source` is the line it quotes.
pub(super) fn error_type(severity: Severity, message: &str, source: Option<&str>) -> ErrorType {
    if severity < Severity::Error {
        return ErrorType::Lint;
    }
    let first = message.lines().next().unwrap_or_default();
    let imports = source.is_some_and(|source| source.trim_start().starts_with("import "));
    let unfound = imports && UNFOUND.iter().any(|start| first.starts_with(start));
    let unresolved = first.starts_with("The import ") && first.ends_with(" cannot be resolved");
    if unfound || unresolved || first.starts_with("package ") && first.ends_with(" does not exist") {
        ErrorType::Import
    } else if is_syntax(first) {
        ErrorType::Syntax
    } else {
        ErrorType::Type
    }
}

/// The parser's and scanner's messages, after `compiler.properties` of javac, ecj's and scalac's.
fn is_syntax(message: &str) -> bool {
    const STARTS: [&str; 14] = [
        "Syntax error",
        "Missing closing brace",
        "illegal start of ",
        "illegal character",
        "illegal escape character",
        "reached end of file while parsing",
        "unclosed ",
        "not a statement",
        "malformed ",
        "orphaned ",
        "invalid method declaration",
        "empty character literal",
        "integer number too large",
        "variable declaration not allowed here",
    ];
    message.ends_with(" expected")
        || text::holds(message, text::literal!(" expected but "))
        || text::holds(message, text::literal!("' without '"))
        || STARTS.iter().any(|start| message.starts_with(start))
}

/// Splits the lint's or check's name off the beginning: `[deprecation] x`.
pub(super) fn split_check(message: &str) -> (Option<&str>, &str) {
    let split = message.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    match split {
        Some((check, rest)) if !check.contains(' ') => (Some(check), rest),
        _ => (None, message),
    }
}
