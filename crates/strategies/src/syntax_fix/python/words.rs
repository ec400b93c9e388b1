//! Numbers that a repair makes up.
//!
//! A repair separates, removes or adds signs. If it joins two numbers into one, the result is a
//! number that no one wrote: `[1, 2; 3]` is not `[1, 23]`.

use ruff_python_ast::ModModule;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::Parsed;
use ruff_text_size::Ranged;

/// Numbers that a repair may add: `i++` is `i += 1`.
const SMALL: &[&str] = &["0", "1"];

/// Returns whether a text has a number that is not part of `original`: its digits grew together or were invented.
pub(super) fn are_joined(original: &str, text: &str, parsed: &Parsed<ModModule>) -> bool {
    parsed.tokens().iter().any(|token| {
        let word = text.get(token.start().to_usize()..token.end().to_usize());
        match (token.kind(), word) {
            (TokenKind::Int | TokenKind::Float | TokenKind::Complex, Some(word)) => {
                !SMALL.contains(&word) && !is_part(original, word) && !is_octal(original, word)
            }
            _ => false,
        }
    })
}

fn is_part(original: &str, word: &str) -> bool {
    original.contains(word)
}

/// `0777` → `0o777`.
fn is_octal(original: &str, word: &str) -> bool {
    word.strip_prefix("0o")
        .is_some_and(|digits| original.contains(digits))
}
