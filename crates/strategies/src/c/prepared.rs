//! A text with changes that were made before the search.

use super::fault::Report;
use super::search::Repair;
use super::settled::said;
use crate::mend::{Cost, Step};

/// A text on which the search starts, and the changes that led to it.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) text: String,
    pub(super) report: Report,
    pub(super) cost: Cost,
    pub(super) steps: Vec<Step>,
    /// Whether the language leaves no choice in any of the steps.
    pub(super) is_settled: bool,
}

impl Prepared {
    /// The text as it is.
    pub(super) fn new(text: &str, report: Report) -> Self {
        Self {
            text: text.to_owned(),
            report,
            cost: 0,
            steps: Vec::new(),
            is_settled: true,
        }
    }

    /// Rebases a repair of the new text onto the original text.
    pub(super) fn before(&self, repair: Repair) -> Repair {
        Repair {
            cost: repair.cost + self.cost,
            steps: self.steps.iter().cloned().chain(repair.steps).collect(),
            ..repair
        }
    }

    /// These changes alone.
    pub(super) fn alone(&self) -> Repair {
        let left = || {
            let messages = self.report.faults.iter().map(|fault| said(&fault.message));
            messages.map(str::to_owned).collect()
        };
        Repair {
            settled: self.is_settled.then(left),
            ..Repair::of(&self.text, self.cost, &self.report, self.steps.clone())
        }
    }
}
