//! A tool's own edits, which speak of lines and columns, as edits of bytes.

use unbreak_core::{Edit, Location, StrategyError, Suggestion, Workspace};

use crate::lines::Lines;

/// The edits of a suggestion; `None` when it is about places outside the workspace, or changes nothing.
pub(crate) fn edits(
    workspace: &dyn Workspace,
    suggestion: &Suggestion,
) -> Result<Option<Vec<Edit>>, StrategyError> {
    let mut edits = Vec::new();
    for suggested in &suggestion.edits {
        match edit(workspace, &suggested.location, &suggested.replacement)? {
            Some(edit) => edits.push(edit),
            None => return Ok(None),
        }
    }
    let changes = edits.iter().any(|edit| edit.original != edit.replacement);
    Ok(changes.then_some(edits))
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
    let (Some(line), Some(column), Ok(text)) = (place.line, place.column, workspace.read_text(&file)) else {
        return Ok(None);
    };
    let lines = Lines::of(&text);
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
