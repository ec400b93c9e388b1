//! The audit trail: every input, also those that were refused.

use serde::{Deserialize, Serialize};

use super::record::{Record, Standing, State};
use super::rule::Rule;

/// One input, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// 1, 2, 3, ... without gaps.
    pub seq: u64,
    /// Milliseconds since 1970-01-01 UTC.
    pub time_ms: u64,
    /// The name of the input.
    pub input: String,
    /// What it said, in one line.
    pub summary: String,
    /// What came of it.
    pub result: Result,
    /// The state afterwards.
    pub state: State,
    /// How the session stands afterwards.
    pub standing: Standing,
    /// The confidence of the top hypothesis afterwards, 0..=1.
    pub confidence: f64,
}

/// What came of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Result {
    /// It was taken.
    Taken,
    /// A rule did not allow it.
    Refused {
        /// The rule.
        rule: Rule,
        /// Its words.
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
