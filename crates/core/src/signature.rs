//! Stable identities for failures.
//!
//! Two notions, for two questions:
//! - [`Signature`]: *is this the same kind of failure as that one?* Names, numbers, addresses and temporary
//!   paths are removed, and lines do not count. It survives edits, machines and days.
//! - [`Fingerprint`]: *is this diagnostic still there after the fix?* The exact words in the same
//!   file and test.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::pattern::pattern;

/// The kind of a failure: type, code, normalised message and place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Signature(String);

impl Signature {
    /// The signature of a diagnostic.
    pub fn of(diagnostic: &Diagnostic) -> Self {
        let code = diagnostic.code.as_deref().unwrap_or("");
        let message = normalise(&diagnostic.message);
        Self(format!(
            "{}|{code}|{message}|{}",
            diagnostic.error_type.as_str(),
            place(diagnostic)
        ))
    }

    /// A signature that was stored as text.
    pub fn read(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The signature as text: `type|code|message|place`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// File and test, or file and function; never a line, which every edit above it would change.
fn place(diagnostic: &Diagnostic) -> String {
    let file = diagnostic
        .location
        .file
        .as_deref()
        .map(normalise_paths)
        .unwrap_or_default();
    let frame = diagnostic.innermost_own_frame().or(diagnostic.frames.last());
    let inner = diagnostic
        .test
        .clone()
        .or_else(|| frame.and_then(|frame| frame.function.clone()));
    match inner {
        Some(inner) => format!("{file}#{inner}"),
        None => file,
    }
}

/// A value that identifies a diagnostic before and after an edit elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of a diagnostic.
    pub fn of(diagnostic: &Diagnostic) -> Self {
        let part = |text: &Option<String>| text.clone().unwrap_or_default();
        Self(format!(
            "{}|{}|{}|{}|{}",
            diagnostic.error_type.as_str(),
            part(&diagnostic.code),
            normalise_volatile(&diagnostic.message),
            part(&diagnostic.location.file),
            part(&diagnostic.test),
        ))
    }
}

/// A message without the parts that differ between two occurrences of the same failure: quoted and called
/// names become `'_'` and `_()`, numbers `0`, addresses, temporary paths, times and unique ids their kind in
/// `<>`.
pub fn normalise(message: &str) -> String {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\d+(?:\.\d+)*\b"));
    let message = normalise_volatile(message);
    let message = QUOTED.replace_all(&message, "${before}'_'");
    let message = CALLED.replace_all(&message, "_()");
    let message = NUMBER.replace_all(&message, "0");
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The quoted and the called names in a message: `'total'`, `total()`.
pub(crate) fn named(message: &str) -> impl Iterator<Item = &str> {
    let quoted = QUOTED
        .captures_iter(message)
        .filter_map(|found| found.name("inside"));
    quoted
        .chain(CALLED.find_iter(message))
        .map(|found| found.as_str())
}

// The apostrophe of "can't" opens no quotation: an opening quote does not follow a letter.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?P<before>^|\W)(?:\b[bfruBFRU]{1,2})?",
        r#"(?P<inside>'[^'\n]*'|"[^"\n]*"|`[^`\n]*`|‘[^’\n]*’)"#,
    ))
});

static CALLED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[\w.]+\(\)"));

/// Replaces only what changes from run to run of the same program: addresses, temporary paths, times,
/// durations, unique ids.
pub fn normalise_volatile(message: &str) -> String {
    static VOLATILE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"(?P<address>\b0x[0-9a-fA-F]{4,}\b)",
            r"|(?P<uuid>\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b)",
            r"|(?P<time>\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)",
            r"|(?P<clock>\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b)",
            r"|(?P<duration>\b\d+(?:\.\d+)?(?:ns|us|µs|ms|s)\b)",
        ))
    });
    let message = normalise_paths(message);
    VOLATILE
        .replace_all(&message, |found: &Captures<'_>| {
            let kind = ["address", "uuid", "duration"]
                .into_iter()
                .find(|kind| found.name(kind).is_some());
            format!("<{}>", kind.unwrap_or("time"))
        })
        .into_owned()
}

/// Temporary directories (Unix, macOS, Windows) become `<tmp>`. A `tmp` within another directory
/// is a place of its own.
fn normalise_paths(text: &str) -> String {
    static TEMPORARY: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"(?P<before>^|[^\w./-])(?:",
            r"(?:/private)?/(?:var/)?tmp/[\w.+-]+(?:/\w+-\d+)?",
            r"|(?:/private)?/var/folders/\w+/\w+/T/[\w.+-]+",
            r"|/dev/shm/[\w.+-]+",
            r"|[a-zA-Z]:\\[^\s:*?<>|]*\\(?:Temp|temp|TEMP)\\[\w.+-]+",
            r")",
        ))
    });
    TEMPORARY.replace_all(text, "${before}<tmp>").into_owned()
}
