//! What kind of failure javac's words stand for.

use unbreak_core::{ErrorType, Severity};

use crate::text;

/// The type of a compiler's message; `source` is the line it quotes.
pub(super) fn error_type(severity: Severity, message: &str, source: Option<&str>) -> ErrorType {
    if severity < Severity::Error {
        return ErrorType::Lint;
    }
    let first = message.lines().next().unwrap_or_default();
    let imports = source.is_some_and(|source| source.trim_start().starts_with("import "));
    let unfound = first.starts_with("cannot find symbol") && imports;
    if unfound || first.starts_with("package ") && first.ends_with(" does not exist") {
        ErrorType::Import
    } else if is_syntax(first) {
        ErrorType::Syntax
    } else {
        ErrorType::Type
    }
}

/// The parser's and scanner's messages, after `compiler.properties` of javac.
fn is_syntax(message: &str) -> bool {
    const STARTS: [&str; 12] = [
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
