//! What kind of failure a rustc error code stands for.

use unbreak_core::{ErrorType, Severity};

/// The type of a diagnostic with this code, which may be a lint's name.
pub(super) fn error_type(severity: Severity, code: Option<&str>, message: &str) -> ErrorType {
    match code {
        // Unresolved import, unresolved path, crate not found, module file not found.
        Some("E0432" | "E0433" | "E0463" | "E0583") => ErrorType::Import,
        Some(code) if is_error_code(code) => ErrorType::Type,
        Some(_) => ErrorType::Lint,
        None if severity < Severity::Error => ErrorType::Lint,
        None if is_syntax(message) => ErrorType::Syntax,
        None => ErrorType::Type,
    }
}

/// `E0308` and the like; everything else is the name of a lint.
pub(super) fn is_error_code(code: &str) -> bool {
    code.len() == 5 && code.starts_with('E') && code[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The parser's and lexer's errors have no code.
fn is_syntax(message: &str) -> bool {
    const STARTS: [&str; 14] = [
        "expected ",
        "unexpected ",
        "unclosed ",
        "mismatched closing",
        "this file contains an unclosed",
        "unterminated ",
        "unknown start of token",
        "unknown character escape",
        "missing `",
        "missing condition",
        "invalid suffix",
        "leading `",
        "comparison operators cannot be chained",
        "found ",
    ];
    STARTS.iter().any(|start| message.starts_with(start))
}
