//! What is settled before any search: changes that the language leaves no choice in.
//!
//! The header of a name of the library, the `int` that C89 did without, the prototype of a function that the file
//! defines, the `const` of a pointer. They are looked for in all errors, so that they do not depend on what a search
//! makes of the others.

use std::collections::HashSet;

use unbreak_core::capability::CapabilityError;

use super::compiler::Compiler;
use super::fault::{Fault, Report};
use super::mends;
use super::prepared::Prepared;
use super::source::Source;
use crate::c_text::OwnNames;
use crate::mend::{Mend, Step};
use crate::rule::c::compile::HEADER;

/// Rounds at most: each adds one header, or what a type that is written has uncovered.
const ROUNDS: usize = 10;

/// Changes that are judged one by one, where they are not accepted together.
const SINGLE: usize = 8;

/// Errors that are looked at in one round.
const MOST_FAULTS: usize = 40;

/// What is known beside the text.
pub(super) struct Known<'k> {
    /// No header of the library is meant for these.
    pub(super) own_names: &'k OwnNames<'k>,
    /// The messages of the command's errors: a compiler that is asked with other options may have more.
    pub(super) reported: HashSet<String>,
}

/// Makes the changes for the errors of the command, as far as the compiler finds less fault with the text after them.
///
/// # Errors
/// When the compiler could not be started.
pub(super) async fn settle(
    compiler: &Compiler<'_>,
    mut text: Prepared,
    is_cpp: bool,
    known: &Known<'_>,
) -> Result<Prepared, CapabilityError> {
    for _ in 0..ROUNDS {
        let settled = settled(&text, is_cpp, known);
        let mut next = accepted(compiler, &text, &together(&settled)).await?;
        if settled.len() > 1 {
            for one in settled.iter().take(SINGLE) {
                if next.is_some() {
                    break;
                }
                next = accepted(compiler, &text, std::slice::from_ref(one)).await?;
            }
        }
        match next {
            Some(next) if !compiler.is_out_of_time() => text = next,
            _ => return Ok(next.unwrap_or(text)),
        }
    }
    Ok(text)
}

fn settled(text: &Prepared, is_cpp: bool, known: &Known<'_>) -> Vec<Mend> {
    let faults = &text.report.faults;
    if faults.iter().any(|fault| fault.complaint.is_syntax()) {
        return Vec::new();
    }
    let source = Source::new(&text.text);
    let mut settled: Vec<Mend> = Vec::new();
    let reported = faults
        .iter()
        .filter(|fault| known.reported.contains(said(&fault.message)));
    for fault in reported.take(MOST_FAULTS) {
        let mend = mends::settled(&source, &text.report, fault, is_cpp, known.own_names);
        if let Some(mend) = mend.filter(|mend| !settled.iter().any(|other| other.is_as(mend))) {
            settled.push(mend);
        }
    }
    settled
}

/// What is tried at once: no more than one header, since it may have what the next is for.
fn together(settled: &[Mend]) -> Vec<Mend> {
    let is_header = |mend: &&Mend| mend.rule.as_ref() == Some(&HEADER);
    let header = settled.iter().find(is_header);
    let others = settled.iter().filter(|mend| !is_header(mend));
    header.into_iter().chain(others).cloned().collect()
}

/// The text with the changes, if the compiler finds fewer faults in it, and none that it did not find before.
async fn accepted(
    compiler: &Compiler<'_>,
    before: &Prepared,
    settled: &[Mend],
) -> Result<Option<Prepared>, CapabilityError> {
    let Some(text) = Mend::together(settled).and_then(|all| all.apply(&before.text)) else {
        return Ok(None);
    };
    let report = compiler.judge(&text).await?;
    if report.is_unusable || !is_less(&report, &before.report) {
        return Ok(None);
    }
    let steps = settled.iter().map(|mend| Step::of(mend, &before.text));
    Ok(Some(Prepared {
        text,
        report,
        cost: before.cost + settled.iter().map(|mend| mend.cost).sum::<u32>(),
        steps: before.steps.iter().cloned().chain(steps).collect(),
        is_settled: before.is_settled,
    }))
}

/// A message without its option and the name that it suggests, which depends on what else is declared.
pub(super) fn said(message: &str) -> &str {
    let message = message.split(" [-W").next().unwrap_or(message);
    message.split("; did you mean ").next().unwrap_or(message)
}

fn is_less(report: &Report, before: &Report) -> bool {
    let is_known = |fault: &Fault| {
        before
            .faults
            .iter()
            .any(|known| said(&known.message) == said(&fault.message))
    };
    let count = |report: &Report| report.faults.len() + report.elsewhere;
    count(report) < count(before) && report.faults.iter().all(is_known)
}
