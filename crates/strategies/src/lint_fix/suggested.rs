//! A linter's own edits, as a fix.

use unbreak_core::{
    Applicability, Confidence, DeterminedBy, Fix, SafetyClass, StrategyError, Suggestion, Workspace,
};

use crate::suggestion;
use crate::weights::confidence;

/// The fix for a suggestion; `None` when it is only to be shown, or is about places outside the workspace.
pub(super) fn fix(
    strategy: &str,
    workspace: &dyn Workspace,
    suggestion: &Suggestion,
    code: &str,
) -> Result<Option<Fix>, StrategyError> {
    let (safety, confidence, origin) = match suggestion.applicability {
        Applicability::MachineApplicable => (SafetyClass::Safe, confidence::stated(), DeterminedBy::ToolEdit),
        Applicability::MaybeIncorrect => (
            SafetyClass::Unsafe,
            confidence::preferred(),
            DeterminedBy::ToolHint,
        ),
        Applicability::DisplayOnly => return Ok(None),
    };
    let fix = |edits| {
        Fix::new(strategy, suggestion.title.clone(), Confidence::new(confidence))
            .by(crate::rule::any::lint::TOOL_EDIT)
            .evidence(origin)
            .because(format!("the tool that reports {code} offers this edit itself"))
            .safety(safety)
            .edits(edits)
    };
    Ok(suggestion::edits(workspace, suggestion)?.map(fix))
}
