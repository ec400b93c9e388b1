//! Failures, and when two of them are the same.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::time::Duration;

use regex::Regex;
use serde::{Deserialize, Serialize};
use unbreak_core::pattern::pattern;
use unbreak_core::signature::normalise_volatile;
use unbreak_core::{
    Command, Completed, Diagnostic, ErrorType, ExitState, Reader, Severity, Signature, ToolError,
};

/// The diagnostics that keep a failed command from passing, the worst first: its errors, or without
/// any, the worst that it does report (linters fail on warnings).
pub(crate) fn errors(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let worst = diagnostics.iter().map(|diagnostic| diagnostic.severity).max();
    let floor = worst.unwrap_or(Severity::Error).min(Severity::Error);
    diagnostics.retain(|diagnostic| diagnostic.severity >= floor);
    diagnostics.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
    diagnostics
}

/// A command that did not pass.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) exit: ExitState,
    /// Its diagnostics, the worst first; empty if it reported none.
    pub(crate) errors: Vec<Diagnostic>,
}

/// A failure, for people and programs.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Summary {
    /// The signature of the failure, stable from run to run.
    pub(crate) signature: Option<String>,
    pub(crate) message: Option<String>,
    /// `file:line`, as far as it is known.
    pub(crate) place: Option<String>,
    pub(crate) test: Option<String>,
}

/// From this similarity on, two failures are the same.
pub(crate) const SAME: f64 = 0.5;

/// The weight of each part. A message with other names is another failure, even in the same place,
/// so the other parts together must stay below [`SAME`].
const MESSAGE: f64 = 0.6;
const CODE: f64 = 0.2;
const PLACE: f64 = 0.2;

impl Failure {
    /// The failure of the command; `None` when it passed.
    pub(crate) fn of(command: &Command, completed: &Completed, reader: &dyn Reader) -> Option<Self> {
        let failed = !completed.exit.is_success();
        failed.then(|| Self {
            exit: completed.exit,
            errors: errors(reader.read(command, completed)),
        })
    }

    /// The failure that printed a text.
    ///
    /// # Errors
    /// When it contains no error.
    pub(crate) fn from_text(text: &str, command: &Command, reader: &dyn Reader) -> Result<Self, ToolError> {
        let completed = Completed {
            exit: ExitState::Code(1),
            stdout: text.as_bytes().to_vec(),
            stderr: Vec::new(),
            truncated: false,
            duration: Duration::ZERO,
        };
        Self::of(command, &completed, reader)
            .filter(|failure| !failure.errors.is_empty())
            .ok_or_else(|| {
                ToolError::Input("the expected text holds no error that can be recognised".to_owned())
            })
    }

    pub(crate) fn summary(&self) -> Summary {
        let first = self.errors.first();
        let place = first.and_then(|first| {
            let file = first.location.file.clone()?;
            Some(match first.location.line {
                Some(line) => format!("{file}:{line}"),
                None => file,
            })
        });
        Summary {
            signature: first.map(|first| Signature::of(first).to_string()),
            message: first.map(|first| first.message.clone()),
            place,
            test: first.and_then(|first| first.test.clone()),
        }
    }

    /// How similar another failure is to this one, 0..=1: its worst error, wherever the other
    /// reports it. Failures without output are compared by how the command ended.
    pub(crate) fn similarity(&self, other: &Self) -> f64 {
        match self.errors.first() {
            Some(wanted) => {
                let scores = other.errors.iter().map(|shown| likeness(wanted, shown));
                scores.fold(0.0, f64::max)
            }
            None if other.errors.is_empty() && self.exit == other.exit => 1.0,
            None => 0.0,
        }
    }
}

fn likeness(wanted: &Diagnostic, shown: &Diagnostic) -> f64 {
    let message = match (wanted.error_type, shown.error_type) {
        // No parser understood the message, so it may contain unrelated text.
        (ErrorType::Unknown, ErrorType::Unknown) => overlap(&wanted.message, &shown.message),
        _ => f64::from(u8::from(essence(&wanted.message) == essence(&shown.message))),
    };
    let code = f64::from(u8::from(
        wanted.error_type == shown.error_type && wanted.code == shown.code,
    ));
    let place = f64::from(u8::from(place(wanted) == place(shown)));
    MESSAGE * message + CODE * code + PLACE * place
}

/// A message without the parts that change from run to run: times, addresses, paths and numbers. The names
/// stay, and stay in order: `int and str` is not `str and int`.
fn essence(message: &str) -> String {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"[0-9]+(?:[.][0-9]+)*(?:[eE][-+]?[0-9]+)?"));
    let message = normalise_volatile(message);
    let message = NUMBER.replace_all(&message, "0");
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The share of lines that two texts have in common. Words would say little: two errors of one
/// program share most of theirs.
fn overlap(one: &str, other: &str) -> f64 {
    let lines = |text: &str| text.lines().map(essence).collect::<BTreeSet<_>>();
    let (one, other) = (lines(one), lines(other));
    let (common, all) = (one.intersection(&other).count(), one.union(&other).count());
    #[expect(clippy::cast_precision_loss, reason = "nobody writes that many lines")]
    let share = common as f64 / all.max(1) as f64;
    share
}

/// File and test, or file and function.
fn place(diagnostic: &Diagnostic) -> (Option<&str>, Option<&str>) {
    let frame = diagnostic.innermost_own_frame().or(diagnostic.frames.last());
    let function = frame.and_then(|frame| frame.function.as_deref());
    (
        diagnostic.location.file.as_deref(),
        diagnostic.test.as_deref().or(function),
    )
}
