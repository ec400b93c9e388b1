//! Completes arguments that a user types: commands of past runs, ids of runs and sessions.

use std::collections::BTreeSet;

use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};
use unbreak_host::debug::Debugger;

use super::roots::Roots;

/// The possible values of an argument with this beginning.
pub(super) fn complete(roots: &Roots, request: &CompleteRequestParams) -> CompleteResult {
    let known = match (&request.r#ref, request.argument.name.as_str()) {
        (Reference::Prompt(_), "command") => commands(roots),
        (Reference::Resource(_), "run") => runs(roots),
        (Reference::Resource(_), "session") => sessions(roots),
        _ => BTreeSet::new(),
    };
    let begun = request.argument.value.as_str();
    let fitting = known.into_iter().filter(|value| value.starts_with(begun));
    let values = fitting.take(CompletionInfo::MAX_VALUES).collect();
    // There are no more than the allowed number.
    CompleteResult::new(CompletionInfo::new(values).unwrap_or_default())
}

fn commands(roots: &Roots) -> BTreeSet<String> {
    let runs = roots
        .agents()
        .flat_map(|agent| agent.history().unwrap_or_default());
    runs.filter(|run| run.undoes.is_none())
        .map(|run| run.command)
        .collect()
}

fn runs(roots: &Roots) -> BTreeSet<String> {
    let runs = roots
        .agents()
        .flat_map(|agent| agent.history().unwrap_or_default());
    runs.map(|run| run.id).collect()
}

fn sessions(roots: &Roots) -> BTreeSet<String> {
    let sessions = roots
        .agents()
        .flat_map(|agent| Debugger::list(&agent).unwrap_or_default());
    sessions.map(|session| session.id).collect()
}
