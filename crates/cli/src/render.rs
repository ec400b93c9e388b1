//! All output for people or programs: pure functions from data to a stream.

pub mod brief;
mod diagnosis;
pub mod diff;
pub mod findings;
pub mod github;
pub mod html;
pub mod jsonl;
pub mod junit;
pub mod markdown;
pub mod rdjson;
pub mod sarif;
pub(crate) mod session;
pub mod snippet;
pub mod story;
pub(crate) mod style;
pub mod summary;
pub mod svg;
pub(crate) mod table;
pub mod tally;
mod visible;
mod window;

use unbreak_core::{Diagnostic, Fix, SafetyClass};

pub(crate) use diagnosis::plain as diagnosed;
pub use visible::{visible, visible_line};

/// A diagnostic's message; some tools fail without one.
pub(crate) fn message(diagnostic: &Diagnostic) -> &str {
    match diagnostic.message.trim() {
        "" => "(no message)",
        message => message,
    }
}

/// The reason why a fix needs an answer before it is tried.
pub(crate) fn why_asked(fix: &Fix) -> &'static str {
    match fix.safety {
        SafetyClass::NeedsApproval => "it reaches beyond the text of the workspace",
        SafetyClass::Unsafe => "it may change what working code does",
        SafetyClass::Safe => "it is safe",
    }
}

/// "0.8 s", "2 min 5 s".
pub(crate) fn duration(ms: u64) -> String {
    match ms {
        0..100 => format!("{ms} ms"),
        100..60_000 => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
        _ => format!("{} min {} s", ms / 60_000, ms % 60_000 / 1000),
    }
}
