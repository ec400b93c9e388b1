//! A tool's own edits, as a fix.

use unbreak_core::{
    Applicability, Confidence, Edit, Fix, Location, SafetyClass, StrategyError, Suggestion, Workspace,
};

use crate::lines::Lines;

/// The fix that a suggestion stands for; `None` when it is only to be shown, or speaks of places
/// that are not in the workspace.
pub(super) fn fix(
    strategy: &str,
    workspace: &dyn Workspace,
    suggestion: &Suggestion,
    code: &str,
) -> Result<Option<Fix>, StrategyError> {
    let (safety, confidence) = match suggestion.applicability {
        Applicability::MachineApplicable => (SafetyClass::Safe, 0.95),
        Applicability::MaybeIncorrect => (SafetyClass::Unsafe, 0.7),
        Applicability::DisplayOnly => return Ok(None),
    };
    let mut edits = Vec::new();
    for suggested in &suggestion.edits {
        match edit(workspace, &suggested.location, &suggested.replacement)? {
            Some(edit) => edits.push(edit),
            None => return Ok(None),
        }
    }
    let fix = Fix::new(strategy, suggestion.title.clone(), Confidence::new(confidence))
        .because(format!("the tool that reports {code} offers this edit itself"))
        .safety(safety)
        .edits(edits);
    Ok(Some(fix))
}

/// One edit by bytes instead of lines and columns.
fn edit(
    workspace: &dyn Workspace,
    place: &Location,
    replacement: &str,
) -> Result<Option<Edit>, StrategyError> {
    let Some(file) = place.file.as_deref().and_then(|file| workspace.locate(file)) else {
        return Ok(None);
    };
    let text = workspace.read_text(&file)?;
    let lines = Lines::of(&text);
    let (Some(line), Some(column)) = (place.line, place.column) else {
        return Ok(None);
    };
    let start = lines.offset(&text, line, column);
    let end = match (place.end_line, place.end_column) {
        (Some(line), Some(column)) => lines.offset(&text, line, column),
        _ => start,
    };
    match (start, end) {
        (Some(start), Some(end)) if start <= end => {
            Ok(Some(Edit::replace(&file, &text, start..end, replacement)?))
        }
        _ => Ok(None),
    }
}
