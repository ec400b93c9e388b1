//! Features by which a failure is recognised when it, or a similar one, comes back.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::fix::Confidence;
use crate::session::Postmortem;
use crate::signature::Signature;
use crate::template::Template;

/// The symptoms of a failure, before its cause is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Symptoms {
    /// Its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// Its message.
    pub message: String,
    /// Functions on the stack, outermost first, as `file:function`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// The lines that coverage finds most suspicious, as `file:line`; empty when there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
}

impl Symptoms {
    /// Symptoms with only a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// The symptoms that a diagnostic shows.
    pub fn of(diagnostic: &Diagnostic) -> Self {
        let frame = |frame: &crate::diagnostic::Frame| {
            let file = frame.location.file.as_deref().unwrap_or_default();
            format!("{file}:{}", frame.function.as_deref().unwrap_or_default())
        };
        Self {
            signature: Some(Signature::of(diagnostic)),
            message: diagnostic.message.clone(),
            frames: diagnostic.frames.iter().map(frame).collect(),
            places: Vec::new(),
        }
    }
}

/// A past failure that is similar to the present one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Similar {
    /// The similarity, 0..=1; 1 is the same failure.
    pub similarity: Confidence,
    /// The features in common: `signature`, `message`, `frames`, `coverage`.
    pub shared: Vec<String>,
    /// The findings about it.
    pub postmortem: Postmortem,
    /// The number of times that it occurred.
    pub times: u32,
    /// When it occurred last, in milliseconds since 1970-01-01 UTC.
    pub last_ms: u64,
}

impl Similar {
    /// A failure that occurred once.
    pub fn new(postmortem: Postmortem, similarity: Confidence) -> Self {
        Self {
            similarity,
            shared: Vec::new(),
            postmortem,
            times: 1,
            last_ms: 0,
        }
    }
}

/// A template of a fix, with its record of success.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LearnedPattern {
    /// Its number in the store.
    pub id: u64,
    /// The strategy that made the first fix, or `person`.
    pub origin: String,
    /// Whether it came from another store. Its successes here count from 0.
    #[serde(default)]
    pub imported: bool,
    /// The number of times that it helped.
    pub successes: u32,
    /// The number of times that it was applied without success.
    pub failures: u32,
    /// When it was made or applied last, in milliseconds since 1970-01-01 UTC.
    pub last_ms: u64,
    /// The similarity of the failure in question to its own, 0..=1; 1 is the same key.
    pub similarity: Confidence,
    /// The fix.
    pub template: Template,
}

impl LearnedPattern {
    /// The success rate from which on it is known to fix its own failure.
    pub const KNOWN: f64 = 0.7;
    /// The success rate from which on it is known to fix similar failures, too.
    pub const KNOWN_ELSEWHERE: f64 = 0.8;
    /// Failures must be more similar than this to count as similar.
    pub const SIMILAR: f64 = 0.7;

    /// A pattern that was just made.
    pub fn new(template: Template, origin: impl Into<String>) -> Self {
        Self {
            id: 0,
            origin: origin.into(),
            imported: false,
            successes: 1,
            failures: 0,
            last_ms: 0,
            similarity: Confidence::new(1.0),
            template,
        }
    }

    /// The share of successes, 0..=1; `None` if it was never tried here.
    pub fn success_rate(&self) -> Option<f64> {
        let tried = f64::from(self.successes) + f64::from(self.failures);
        (tried > 0.0).then(|| f64::from(self.successes) / tried)
    }

    /// Returns whether it is applied to the failure in question. A pattern that was never tried here is tried first
    /// at its own failure only.
    pub fn is_known(&self) -> bool {
        let is_same = self.similarity.get() >= 1.0;
        match self.success_rate() {
            None => is_same,
            Some(rate) if is_same => rate >= Self::KNOWN,
            Some(rate) => rate >= Self::KNOWN_ELSEWHERE && self.similarity.get() > Self::SIMILAR,
        }
    }
}

/// The recorded outcomes of a flaky test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Flake {
    /// Root of the workspace that the test is in.
    pub workspace: String,
    /// The test, by the name its runner accepts.
    pub test: String,
    /// The number of runs.
    pub runs: u32,
    /// The number of failures.
    pub failures: u32,
    /// How its last runs ended, the newest at the end: `.` passed, `F` failed.
    pub last: String,
    /// The things it depends on, as experiments showed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<String>,
}

impl Flake {
    /// The number of outcomes that are remembered one by one.
    pub const LAST: usize = 20;

    /// A test without any runs yet.
    pub fn new(workspace: impl Into<String>, test: impl Into<String>) -> Self {
        Self {
            workspace: workspace.into(),
            test: test.into(),
            runs: 0,
            failures: 0,
            last: String::new(),
            causes: Vec::new(),
        }
    }

    /// Adds runs, the newest at the end; `true` means failed.
    pub fn add(&mut self, outcomes: &[bool]) {
        let count = |outcomes: usize| u32::try_from(outcomes).unwrap_or(u32::MAX);
        let failed = outcomes.iter().filter(|failed| **failed).count();
        self.runs = self.runs.saturating_add(count(outcomes.len()));
        self.failures = self.failures.saturating_add(count(failed));
        let marks = outcomes.iter().map(|failed| if *failed { 'F' } else { '.' });
        self.last.extend(marks);
        self.shorten();
    }

    /// Adds later knowledge.
    pub fn join(&mut self, later: &Self) {
        self.runs = self.runs.saturating_add(later.runs);
        self.failures = self.failures.saturating_add(later.failures);
        self.last.push_str(&later.last);
        self.shorten();
        // Runs without experiments say nothing about causes.
        if !later.causes.is_empty() {
            self.causes.clone_from(&later.causes);
        }
    }

    fn shorten(&mut self) {
        let start = self.last.len().saturating_sub(Self::LAST);
        self.last.drain(..self.last.ceil_char_boundary(start));
    }
}
