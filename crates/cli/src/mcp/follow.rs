//! Follows a run for the client: reports its activity in a few words, and asks its questions.

use std::sync::Arc;

use unbreak_core::{Event, EventKind, Fix, Progress as _};
use unbreak_host::Observer;

use super::job::Job;
use crate::render::tally::{Tally, counted};
use crate::render::why_asked;

/// The observer of a job's run.
pub(super) struct Follow(pub(super) Arc<Job>);

impl Observer for Follow {
    fn event(&mut self, event: &Event) {
        if let Some(words) = words(&event.kind) {
            self.0.tell(&words);
        }
    }

    fn approve(&mut self, fix: &Fix) -> bool {
        self.0.ask(&question(fix), "--yes")
    }
}

fn words(kind: &EventKind) -> Option<String> {
    Some(match kind {
        EventKind::Execute { command, runs } => format!("run {}: {command}", runs + 1),
        EventKind::Parse {
            exit, diagnostics, ..
        } if exit.is_success() => {
            format!("the command passes ({})", Tally::of(diagnostics))
        }
        EventKind::Parse { diagnostics, .. } => format!("the command fails: {}", Tally::of(diagnostics)),
        EventKind::Analyze { analyses } => {
            format!("looking for fixes of {}", counted(analyses.len() as u64, "cause"))
        }
        EventKind::Fix { fix, .. } => format!("trying: {}", fix.title),
        EventKind::Verify {
            errors_before,
            errors_after,
            verdict,
            ..
        } => format!(
            "{errors_before} → {}: {verdict}",
            counted(*errors_after as u64, "error")
        ),
        EventKind::Rehearse { fixes, .. } => {
            format!("tried {} in parallel", counted(fixes.len() as u64, "fix"))
        }
        EventKind::Model { call } => format!("asked the model {}", call.model),
        EventKind::Rollback { fixes, reason } => format!("rolled back: {}: {reason}", fixes.join(", ")),
        _ => return None,
    })
}

/// The question about a fix that needs an answer before it is tried.
fn question(fix: &Fix) -> String {
    let edits = fix
        .edits
        .iter()
        .map(|edit| format!("\n{}: '{}' → '{}'", edit.file, edit.original, edit.replacement));
    let commands = fix.commands.iter().map(|command| format!("\n$ {command}"));
    let details: String = edits.chain(commands).collect();
    let rationale = match fix.rationale.is_empty() {
        true => String::new(),
        false => format!("\n{}", fix.rationale),
    };
    let why = why_asked(fix);
    format!("May this be tried? {} ({why}).{rationale}{details}", fix.title)
}
