//! cucumber-js: scenarios that failed.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, ErrorType, Line, Location, Note, Severity, register_parser};

use super::thrown::Thrown;
use crate::described;
use crate::format::{Format, locate};
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::CUCUMBER_JS).state::<Gathering<Open>>());

/// `1) Scenario: totals # features/cart.feature:2`, in any language; a retry adds `(attempt 2)`.
static HEADING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\d+\) \S[^:]*: .*? # ((?:[A-Za-z]:)?[^:]+\.feature:\d+)$"));

/// A scenario whose lines are still coming.
struct Open {
    place: Location,
    /// The step that failed.
    step: Option<String>,
    undefined: bool,
    thrown: Thrown,
}

impl Gather for Open {
    fn begin(line: &Line<'_>) -> Option<Self> {
        let found = HEADING.captures(line.text)?;
        Some(Self {
            place: locate::at_start(found.get(1)?.as_str())?.location(),
            step: None,
            undefined: false,
            thrown: Thrown::default(),
        })
    }

    fn take(&mut self, line: &Line<'_>) -> bool {
        let text = line.text;
        let marked = text.strip_prefix("   ").filter(|text| !text.starts_with(' '));
        match marked {
            Some(step) => self.step(step),
            None if text.is_empty() || text.starts_with("     ") => {
                if self.step.is_some() && !self.undefined {
                    self.thrown.push(text);
                }
            }
            None => return false,
        }
        true
    }

    fn finish(self) -> Option<Diagnostic> {
        let step = self.step?;
        let mut diagnostic = if self.thrown.is_empty() {
            let message = format!("undefined step: {step}");
            Diagnostic::new(ErrorType::Runtime, Severity::Error, message)
        } else {
            self.thrown.into_diagnostic()
        };
        diagnostic.test = Some(self.place.to_string());
        if diagnostic.location.line.is_none() {
            diagnostic.location = self.place;
        }
        if !self.undefined {
            diagnostic.notes.push(Note {
                message: format!("in the step '{step}'"),
                location: Location::default(),
            });
        }
        Some(diagnostic)
    }
}

impl Open {
    /// `✖ Then the total is 4 # features/steps/s.js:4`. The steps after it were not run.
    fn step(&mut self, text: &str) {
        let failed = text.strip_prefix("✖ ");
        let undefined = text.strip_prefix("? ");
        if let Some(step) = failed.or(undefined).filter(|_| self.step.is_none()) {
            let step = step.rsplit_once(" # ").map_or(step, |(step, _)| step);
            self.step = Some(step.trim().to_owned());
            self.undefined = undefined.is_some();
        }
    }
}
