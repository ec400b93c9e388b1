//! The error types of rustc's error codes.

use unbreak_core::{ErrorType, Severity};

/// The type of a diagnostic with this code, which may be a lint's name.
pub(super) fn error_type(severity: Severity, code: Option<&str>, message: &str) -> ErrorType {
    match code {
        // Unresolved import, unresolved path, crate not found, module file not found.
        Some("E0432" | "E0433" | "E0463" | "E0583") => ErrorType::Import,
        Some(code) if UNREADABLE.contains(&code) => ErrorType::Syntax,
        Some(code) if is_error_code(code) => ErrorType::Type,
        Some(_) => ErrorType::Lint,
        None if severity < Severity::Error => ErrorType::Lint,
        None if is_syntax(message) => ErrorType::Syntax,
        None => ErrorType::Type,
    }
}

/// Texts, comments and numbers without an end, a text with other signs at its end than at its beginning, a range without
/// its last value, and comments that document nothing.
const UNREADABLE: [&str; 10] = [
    "E0584", "E0585", "E0586", "E0748", "E0758", "E0762", "E0763", "E0765", "E0766", "E0768",
];

/// Codes of the passes that check a function only when its types are known, as rustc 1.95 orders
/// them: exhaustive patterns and unsafe code first, then moves and borrows.
const PHASES: [&[&str]; 2] = [
    &["E0004", "E0005", "E0133", "E0170"],
    &[
        "E0373", "E0381", "E0382", "E0384", "E0499", "E0500", "E0501", "E0502", "E0503", "E0505", "E0506",
        "E0507", "E0508", "E0509", "E0510", "E0515", "E0521", "E0524", "E0594", "E0596", "E0597", "E0626",
        "E0700", "E0712", "E0713", "E0716",
    ],
];

/// The pass that finds such an error in a function, from 0.
pub(super) fn phase(code: Option<&str>, message: &str) -> u8 {
    // The borrow checker's, which has no code.
    const LIFETIME: &str = "lifetime may not live long enough";
    let later = |codes: &&[&str]| code.is_some_and(|code| codes.contains(&code));
    match PHASES.iter().position(later) {
        Some(0) => 1,
        Some(_) => 2,
        None if message == LIFETIME => 2,
        None => 0,
    }
}

/// `E0308` and the like; everything else is the name of a lint.
pub(super) fn is_error_code(code: &str) -> bool {
    code.len() == 5 && code.starts_with('E') && code[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// Most errors of the parser and the lexer have no code.
fn is_syntax(message: &str) -> bool {
    const STARTS: [&str; 18] = [
        "no rules expected",
        "character literal may only",
        "empty character literal",
        "prefix `",
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
    // The lint `unexpected_cfgs`.
    let is_lint = message.starts_with("unexpected `cfg` condition");
    !is_lint && STARTS.iter().any(|start| message.starts_with(start))
}
