//! One diagnostic of the compiler, of vet or of a linter, line by line.

use std::sync::LazyLock;

use unbreak_core::{Diagnostic, ErrorType, Severity};

use crate::format::guess::Phrases;
use crate::format::{head, marks};
use crate::text;

/// Lines kept of a message.
const LINES: usize = 30;

/// A diagnostic whose further lines may still come.
#[derive(Debug)]
pub(super) struct Finding {
    diagnostic: Diagnostic,
    /// Indented lines: more of the message, or source above a caret.
    pending: Vec<String>,
}

impl Finding {
    /// Begins at `./main.go:12:17: undefined: x`, `vet: main.go:3:1: x` or `a.go:3:5: x (errcheck)`.
    pub(super) fn begin(line: &str) -> Option<Self> {
        // vet uses this prefix for errors of its type checker; its analyzers have none.
        let checked = line.strip_prefix("vet: ");
        let text = checked.unwrap_or(line);
        if text.starts_with([' ', '\t']) {
            return None;
        }
        let mut head = head::read(text)?;
        let file = head.location.file.as_deref()?;
        if !is_go(file) || head.message.is_empty() {
            return None;
        }
        if let Some((message, linter)) = linter(head.message) {
            // The linter's own rule says more than its name.
            (head.message, head.code) = (message, head.code.or(Some(linter)));
        }
        // golangci-lint's own reports call an error what no linter rated; golint only gives advice.
        let unrated = match is_advice(head.message) {
            true => Severity::Warning,
            false => Severity::Error,
        };
        let severity = *head.severity.get_or_insert(unrated);
        let error_type = match error_type(head.code.is_some(), severity, head.message) {
            ErrorType::Lint if checked.is_some() => ErrorType::Type,
            other => other,
        };
        Some(Self {
            diagnostic: head.of_type(error_type),
            pending: Vec::new(),
        })
    }

    /// Takes a line; `false` when the diagnostic ended before it.
    pub(super) fn line(&mut self, line: &str) -> bool {
        let belongs = line.starts_with('\t') || line.starts_with(' ') && marks::read(line).is_some();
        if !belongs {
            return false;
        }
        if marks::read(line).is_some() {
            self.diagnostic.snippet = self.pending.pop();
        } else if self.pending.len() < LINES {
            self.pending.push(line.trim_end().to_owned());
        }
        true
    }

    /// The diagnostic.
    pub(super) fn finish(mut self) -> Diagnostic {
        for line in &self.pending {
            self.diagnostic.message.push('\n');
            self.diagnostic.message.push_str(line.trim());
        }
        self.diagnostic
    }
}

/// The linter that golangci-lint names after a message: `x (errcheck)`.
fn linter(message: &str) -> Option<(&str, &str)> {
    let (message, name) = message
        .strip_suffix(')')
        .and_then(|text| text::rsplit(text, text::literal!(" (")))?;
    let word = name.len() > 2
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    word.then_some((message, name))
}

/// The beginnings of messages of golint and its successor revive: neither prints a severity or a rule.
fn is_advice(message: &str) -> bool {
    const BEGINNINGS: [&str; 9] = [
        "a blank import should ",
        "comment on exported ",
        "don't use ",
        "error strings should ",
        "exported ",
        "if block ends with ",
        "package comment should ",
        "receiver name ",
        "should ",
    ];
    BEGINNINGS.iter().any(|beginning| message.starts_with(beginning))
}

/// Sources, and the files that describe modules.
fn is_go(file: &str) -> bool {
    [".go", "go.mod", "go.work", "go.sum", ".s", "_cgo_gotypes.go"]
        .iter()
        .any(|ending| file.ends_with(ending))
}

/// The error type of a message.
fn error_type(has_rule: bool, severity: Severity, message: &str) -> ErrorType {
    const IMPORT: &[&str] = &[
        "no required module provides package",
        "cannot find package",
        "cannot find module",
        "is not in std",
        "is not in GOROOT",
        "could not import",
        "module lookup disabled",
    ];
    const TYPE: &[&str] = &[
        "undefined",
        "cannot use ",
        "cannot assign to ",
        "cannot call ",
        "cannot range over ",
        "is not a type",
        "imported and not used",
        "declared and not used",
        "declared but not used",
        "missing return",
        "not enough arguments",
        "too many arguments",
        "not enough return values",
        "too many return values",
        "assignment mismatch",
        "mismatched types",
        "redeclared",
        "does not implement",
        "invalid operation",
        "has no field or method",
        "non-boolean",
        "cannot convert",
    ];
    static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(&[IMPORT, TYPE]));
    let said = PHRASES.first(message);
    if said == Some(0) || message.starts_with("module ") {
        ErrorType::Import
    } else if message.starts_with("syntax error") || message.starts_with("expected ") {
        ErrorType::Syntax
    } else if has_rule || severity < Severity::Error {
        ErrorType::Lint
    } else if said == Some(1) {
        ErrorType::Type
    } else {
        // vet's analyzers speak freely.
        ErrorType::Lint
    }
}
