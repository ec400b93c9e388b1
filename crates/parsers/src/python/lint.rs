//! Rule codes as Python's linters have them: `F401`, `E999`, `PLR2004`.

use unbreak_core::{Diagnostic, ErrorType, Severity};

use crate::text::split_at_byte;

/// Splits `F401 'os' imported but unused` into code and message; a colon after the code is dropped.
pub(crate) fn split_code(text: &str) -> Option<(&str, &str)> {
    let (code, message) = split_at_byte(text, b' ')?;
    let code = code.strip_suffix(':').unwrap_or(code);
    is_code(code).then_some((code, message.trim_start()))
}

/// One to four capital letters and one to five digits.
pub(crate) fn is_code(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = &text[letters..];
    (1..=4).contains(&letters)
        && (1..=5).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A diagnostic of a rule. Code that does not parse is a syntax error; warnings (`W`) and, as in
/// flake8's own words "imported but unused", `F401` are warnings.
pub(crate) fn diagnostic(code: &str, message: &str) -> Diagnostic {
    let (error_type, severity) = match code {
        "E999" | "E901" | "invalid-syntax" => (ErrorType::Syntax, Severity::Fatal),
        // pycodestyle could not read the file; before Python 3.12 it could not tell the two apart.
        "E902" if message.starts_with("TokenError") => (ErrorType::Syntax, Severity::Fatal),
        code if code.starts_with('W') => (ErrorType::Lint, Severity::Warning),
        _ => (ErrorType::Lint, Severity::Error),
    };
    Diagnostic::new(error_type, severity, message).with_code(code)
}
