//! Secrets in what events and reports are made of.

use std::borrow::Cow;

use super::redact;
use crate::analysis::{Analysis, Candidate};
use crate::capability::{Command, Prompt};
use crate::diagnostic::{Diagnostic, Note, SuggestedEdit, Suggestion};
use crate::event::{EventKind, FixOutcome, FixResult};
use crate::fix::{Edit, FileOp, Fix};
use crate::report::{KeptFix, RefusedFix, Report};
use crate::session::{Input, Postmortem};

/// What may hold secrets.
pub trait Redact {
    /// Takes them out.
    fn redact(&mut self);
}

impl Redact for String {
    fn redact(&mut self) {
        if let Cow::Owned(clean) = redact(self) {
            *self = clean;
        }
    }
}

impl<T: Redact> Redact for Option<T> {
    fn redact(&mut self) {
        self.iter_mut().for_each(T::redact);
    }
}

impl<T: Redact> Redact for Vec<T> {
    fn redact(&mut self) {
        self.iter_mut().for_each(T::redact);
    }
}

/// Each of these parts.
fn each(parts: &mut [&mut dyn Redact]) {
    parts.iter_mut().for_each(|part| part.redact());
}

impl Redact for Diagnostic {
    fn redact(&mut self) {
        each(&mut [
            &mut self.message,
            &mut self.snippet,
            &mut self.notes,
            &mut self.advice,
            &mut self.suggestions,
            &mut self.test,
        ]);
    }
}

impl Redact for Note {
    fn redact(&mut self) {
        self.message.redact();
    }
}

impl Redact for Suggestion {
    fn redact(&mut self) {
        each(&mut [&mut self.title, &mut self.edits]);
    }
}

impl Redact for SuggestedEdit {
    fn redact(&mut self) {
        self.replacement.redact();
    }
}

impl Redact for Analysis {
    fn redact(&mut self) {
        each(&mut [
            &mut self.diagnostic,
            &mut self.also,
            &mut self.root_cause,
            &mut self.candidates,
        ]);
    }
}

impl Redact for Candidate {
    fn redact(&mut self) {
        each(&mut [&mut self.action, &mut self.description]);
    }
}

/// To be looked at, then, and not to be applied any more.
impl Redact for Fix {
    fn redact(&mut self) {
        each(&mut [
            &mut self.title,
            &mut self.rationale,
            &mut self.edits,
            &mut self.files,
            &mut self.commands,
        ]);
    }
}

impl Redact for Edit {
    fn redact(&mut self) {
        each(&mut [&mut self.original, &mut self.replacement]);
    }
}

impl Redact for FileOp {
    fn redact(&mut self) {
        if let Self::Create { content, .. } = self {
            content.redact();
        }
    }
}

impl Redact for Command {
    fn redact(&mut self) {
        each(&mut [&mut self.program, &mut self.args, &mut self.stdin]);
        for (name, value) in &mut self.env {
            match super::is_secret_name(name) {
                true => super::REDACTED.clone_into(value),
                false => value.redact(),
            }
        }
    }
}

impl Redact for Prompt {
    fn redact(&mut self) {
        each(&mut [&mut self.system, &mut self.user]);
    }
}

impl Redact for EventKind {
    fn redact(&mut self) {
        match self {
            Self::Execute { command: text, .. }
            | Self::Verify { verdict: text, .. }
            | Self::Stuck { reason: text }
            | Self::UnknownError { excerpt: text } => text.redact(),
            Self::Parse { diagnostics, .. } => diagnostics.redact(),
            Self::Analyze { analyses } => analyses.redact(),
            Self::Fix { fix, diff, .. } => each(&mut [fix, diff]),
            Self::FixResults { results } => results.redact(),
            Self::Rehearse { fixes, .. } => fixes
                .iter_mut()
                .for_each(|fix| each(&mut [&mut fix.title, &mut fix.verdict])),
            Self::Rollback { fixes, reason } => each(&mut [fixes, reason]),
            Self::NoFix { reasons } => reasons.redact(),
            Self::Start { .. }
            | Self::Success { .. }
            | Self::MaxIterations { .. }
            | Self::BudgetExhausted { .. } => {}
        }
    }
}

impl Redact for FixResult {
    fn redact(&mut self) {
        self.message.redact();
        match &mut self.outcome {
            FixOutcome::Fixed { title: text, .. }
            | FixOutcome::Failed { reason: text }
            | FixOutcome::Skipped { reason: text } => text.redact(),
        }
    }
}

/// But for the diffs, which are there to be applied.
impl Redact for Report {
    fn redact(&mut self) {
        each(&mut [
            &mut self.command,
            &mut self.fixed,
            &mut self.remaining,
            &mut self.unresolved,
            &mut self.refused,
            &mut self.warnings,
            &mut self.output_tail,
        ]);
    }
}

impl Redact for KeptFix {
    fn redact(&mut self) {
        each(&mut [
            &mut self.title,
            &mut self.rationale,
            &mut self.diagnostic,
            &mut self.verified,
        ]);
    }
}

impl Redact for RefusedFix {
    fn redact(&mut self) {
        each(&mut [&mut self.title, &mut self.reason]);
    }
}

/// But for patches, which are there to be applied.
impl Redact for Input {
    fn redact(&mut self) {
        match self {
            Self::Reproduced(seen) => seen.message.redact(),
            Self::Bisected(culprit) => culprit.summary.redact(),
            Self::Asked { question: text }
            | Self::Answered { answer: text }
            | Self::BisectSkipped { reason: text }
            | Self::Hypothesised { claim: text, .. }
            | Self::Probing { experiment: text, .. }
            | Self::Probed { note: text, .. }
            | Self::Verified { note: text, .. } => text.redact(),
            Self::Proposed { proposal, .. } => proposal.title.redact(),
            Self::Postmortem(postmortem) => postmortem.redact(),
            Self::ProbeRemoved { .. } | Self::Localised { .. } | Self::Closed => {}
        }
    }
}

impl Redact for Postmortem {
    fn redact(&mut self) {
        each(&mut [&mut self.message, &mut self.root_cause, &mut self.fix]);
    }
}
