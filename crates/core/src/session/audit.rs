//! The audit trail: every input, the refused ones included.

use serde::{Deserialize, Serialize};

use super::record::{Record, Standing, State};
use super::rule::Rule;

/// One input, and its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// 1, 2, 3, ... without gaps.
    pub seq: u64,
    /// Milliseconds since 1970-01-01 UTC.
    pub time_ms: u64,
    /// The name of the input.
    pub input: String,
    /// Its content, in one line.
    pub summary: String,
    /// Its result.
    pub result: Result,
    /// The state afterwards.
    pub state: State,
    /// The standing of the session afterwards.
    pub standing: Standing,
    /// The confidence of the top hypothesis afterwards, 0..=1.
    pub confidence: f64,
}

/// The result of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Result {
    /// It was accepted.
    Taken,
    /// A rule did not allow it.
    Refused {
        /// The rule.
        rule: Rule,
        /// The rule's reason.
        reason: String,
    },
}

impl Record {
    pub(super) fn write_down(&mut self, time_ms: u64, input: &str, summary: String, result: Result) {
        let entry = Entry {
            seq: self.audit.len() as u64 + 1,
            time_ms,
            input: input.to_owned(),
            summary,
            result,
            state: self.state,
            standing: self.standing.clone(),
            confidence: self.top().map_or(0.0, |(_, confidence)| confidence),
        };
        self.audit.push(entry);
    }
}
