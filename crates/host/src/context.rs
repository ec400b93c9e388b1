//! The briefing of a language model: the pieces of a project that matter for one failure.
//!
//! [`Material`] is everything that could be shown, and [`Material::pieces`] ranks it: a pure function of the
//! texts. The [`Survey`] collects the material.

mod definitions;
mod git;
mod material;
mod survey;

pub(crate) use git::Hunk;
pub(crate) use material::Material;
pub(crate) use survey::{Findings, Survey};

use serde::{Deserialize, Serialize};
use unbreak_core::RelPath;

/// A task in words, with the files that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TaskDescription {
    /// The task.
    pub text: String,
    /// Files to look at first.
    pub focus: Vec<RelPath>,
}

impl TaskDescription {
    /// Makes a task from its text and the files that it is about.
    pub fn new(text: impl Into<String>, focus: Vec<RelPath>) -> Self {
        Self {
            text: text.into(),
            focus,
        }
    }
}
