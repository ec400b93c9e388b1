//! What kind of failure a message reports, where the tool's format does not say.

use unbreak_core::{ErrorType, Severity};

/// What parsers of many languages say of text that they could not read.
const SYNTAX: [&str; 14] = [
    "syntax error",
    "parse error",
    "parser error",
    "parsing error",
    "cannot parse",
    "unexpected token",
    "unexpected end",
    "unexpected eof",
    "unexpected '",
    "unexpected \"",
    "unterminated",
    "expected '",
    "expected expression",
    "missing terminating",
];

/// What compilers of many languages say of a file or module that they could not find.
const IMPORT: [&str; 14] = [
    "module not found",
    "can't resolve '",
    "file not found",
    "' file not found",
    "no such file or directory",
    "cannot find module",
    "cannot find package",
    "could not find module",
    "unresolved import",
    "no module named",
    "no required module provides package",
    "is not in std",
    "cannot open include file",
    "cannot load such file",
];

/// What type checkers of many languages say.
const TYPE: [&str; 32] = [
    "expected type",
    "undefined identifier",
    "not in scope",
    "undefined function",
    "unknown identifier",
    "unknown variable",
    "unknown value",
    "unbound variable",
    "expression was expected of type",
    "undeclared",
    "undefined:",
    "undefined name",
    "undefined variable",
    "unbound identifier",
    "not declared",
    "cannot find symbol",
    "cannot find name",
    "not found in this scope",
    "unknown type",
    "does not name a type",
    "has no member",
    "no member named",
    "incompatible type",
    "incompatible pointer",
    "cannot convert",
    "type mismatch",
    "mismatched types",
    "cannot use ",
    "too few arguments",
    "too many arguments",
    "no matching function",
    "has no implicit type",
];

/// The type of a diagnostic with this severity and message.
pub(crate) fn error_type(severity: Severity, message: &str) -> ErrorType {
    /// Messages say early what they are about.
    const LOOKED_AT: usize = 200;
    let start = &message[..message.floor_char_boundary(LOOKED_AT)];
    let start = start.to_ascii_lowercase().replace(['‘', '’'], "'");
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| start.contains(phrase));
    if severity < Severity::Error {
        ErrorType::Lint
    } else if says(&IMPORT) {
        ErrorType::Import
    } else if says(&TYPE) && !start.contains("syntax error") {
        // Before the syntax: types are "expected", too.
        ErrorType::Type
    } else if says(&SYNTAX) || start.starts_with("expected ") {
        ErrorType::Syntax
    } else {
        ErrorType::Build
    }
}
