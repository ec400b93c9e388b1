//! Regular expressions over source text and messages, made cheap to compile.
//!
//! The Unicode tables behind `\w`, `\d`, `\s` and `\b` make up most of the cost of a small expression: some
//! hundred microseconds each, in every process. The texts read here are code, whose words are letters,
//! digits, `_` and all characters outside ASCII. `(?i)` around a class is expensive again, because every
//! character of it is looked up: it is switched off around classes that mean the same without it.

mod spelling;

use regex::Regex;

pub use self::spelling::{in_ascii, literal};

/// Compiles a constant expression.
///
/// # Panics
/// If the text is not a valid expression.
#[track_caller]
pub fn pattern(text: &str) -> Regex {
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and every one is used by the tests"
    )]
    Regex::new(&in_ascii(text)).expect("constant pattern")
}
