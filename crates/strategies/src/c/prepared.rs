//! A text with changes that were made before the search.

use super::fault::Report;
use super::search::Repair;
use super::settled::said;
use crate::mend::{Cost, Step};

/// A text on which the search starts, and the changes that led to it.
#[derive(Debug, Clone, Default)]
pub(super) struct Prepared {
    pub(super) text: String,
    pub(super) report: Report,
    pub(super) cost: Cost,
    pub(super) steps: Vec<Step>,
}

impl Prepared {
    /// The text as it is.
    pub(super) fn new(text: &str, report: Report) -> Self {
        Self {
            text: text.to_owned(),
            report,
            ..Self::default()
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
        Repair::of(&self.text, self.cost, &self.report, self.steps.clone())
    }

    /// These changes alone, which the language leaves no choice in.
    pub(super) fn settled(&self) -> Repair {
        let left = self
            .report
            .faults
            .iter()
            .map(|fault| said(&fault.message).to_owned());
        Repair {
            settled: Some(left.collect()),
            ..self.alone()
        }
    }
}
