//! The lines that Behave prints.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use unbreak_core::Location;
use unbreak_core::pattern::pattern;

use crate::format::locate;
use crate::python::reader::HEADER;

/// A scenario's title, and where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) title: String,
    pub(super) place: Option<Location>,
}

impl Heading {
    /// Returns whether both are the same scenario: some formats know only the title.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (&self.place, &other.place) {
            (Some(own), Some(other)) => own == other,
            _ => self.title == other.title,
        }
    }
}

/// A step, and the place that the format names for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) text: String,
    pub(super) place: Option<Location>,
    pub(super) undefined: bool,
}

/// The meaning of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    /// `  Scenario: totals      # features/cart.feature:2`, which `plain` ends before the mark.
    Scenario(Heading),
    /// `    Then the total is 4 # features/steps/s.py:6`, `    Then the total is 4 ... failed in 0.000s`.
    Step(Step),
    /// `FAILURE in step 'the total is 4' (features/cart.feature:5):`.
    InStep(Step),
    /// `None` below that: nothing defines the step.
    Nothing,
    /// `ASSERT FAILED: total was 3`.
    Assertion(String),
    /// The first line of a traceback.
    Traceback,
    /// `Failing scenarios:`.
    List,
    /// `  features/cart.feature:2  totals`.
    Row(Heading),
    Blank,
    Other,
}

/// `  KEYWORD: TITLE`, with the place behind it in the format `pretty`.
static SCENARIO: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^  (\S[^#:]*): (.*?)(?:\s+# (\S.*\.feature:\d+))?\s*$"));
static PRETTY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^    (\S.*?)\s+# (\S.*:\d+|None)(?: [\d.]+s)?$"));
static PLAIN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^    (\S.*?) \.\.\. (passed|failed|error|undefined|skipped|untested)(?: in [\d.]+s)?$")
});
static IN_STEP: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:FAILURE|ERROR) in step '(.*)'(?: \((\S.*:\d+)\))?:$"));
static ROW: LazyLock<Regex> = LazyLock::new(|| pattern(r"^  (\S.*\.feature:\d+)  (.*)$"));

/// Understands a line.
pub(super) fn read(text: &str) -> Said {
    let bare = text.trim();
    let assertion = ["ASSERT FAILED: ", "Assertion Failed: "];
    if bare.is_empty() {
        return Said::Blank;
    }
    if let Some(message) = assertion.iter().find_map(|start| bare.strip_prefix(start)) {
        return Said::Assertion(message.to_owned());
    }
    if bare == HEADER {
        return Said::Traceback;
    }
    if text == "None" {
        return Said::Nothing;
    }
    if matches!(bare, "Failing scenarios:" | "Errored scenarios:") {
        return Said::List;
    }
    in_step(text)
        .or_else(|| row(text))
        .or_else(|| scenario(text))
        .or_else(|| step(text))
        .unwrap_or(Said::Other)
}

/// Returns whether the line continues with the message of an assertion.
pub(super) fn goes_on(text: &str) -> bool {
    let harness = ["Captured ", "exception: ", "----"];
    read(text) == Said::Other && !harness.iter().any(|start| text.trim_start().starts_with(start))
}

/// `features/cart.feature:2`.
pub(super) fn place(text: &str) -> Option<Location> {
    locate::at_start(text)
        .filter(|placed| placed.rest.is_empty())
        .map(|placed| placed.location())
}

fn group(found: &Captures<'_>, index: usize) -> Option<String> {
    found.get(index).map(|text| text.as_str().trim().to_owned())
}

fn in_step(text: &str) -> Option<Said> {
    let found = IN_STEP.captures(text)?;
    Some(Said::InStep(Step {
        text: group(&found, 1)?,
        place: group(&found, 2).and_then(|at| place(&at)),
        undefined: false,
    }))
}

fn row(text: &str) -> Option<Said> {
    let found = ROW.captures(text)?;
    Some(Said::Row(Heading {
        title: group(&found, 2)?,
        place: place(&found[1]),
    }))
}

fn scenario(text: &str) -> Option<Said> {
    let found = SCENARIO.captures(text)?;
    let place = group(&found, 3).and_then(|at| place(&at));
    let title = group(&found, 2)?;
    let is_one = place.is_some() || matches!(&found[1], "Scenario" | "Scenario Outline" | "Example");
    is_one.then_some(Said::Scenario(Heading { title, place }))
}

fn step(text: &str) -> Option<Said> {
    if let Some(found) = PRETTY.captures(text) {
        return Some(Said::Step(Step {
            text: group(&found, 1)?,
            place: place(&found[2]),
            undefined: &found[2] == "None",
        }));
    }
    let found = PLAIN.captures(text)?;
    Some(Said::Step(Step {
        text: group(&found, 1)?,
        place: None,
        undefined: &found[2] == "undefined",
    }))
}
