//! `no-debugger`: the statement goes.

use unbreak_core::{Edit, FixError, SafetyClass};

use super::{Rule, Spot};

pub(super) static RULE: Rule = Rule {
    id: crate::rule::script::lint::DEBUGGER,
    codes: &["no-debugger"],
    title: "remove the debugger statement",
    safety: SafetyClass::Safe,
    mend,
};

fn mend(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let statement = spot.around("debugger_statement");
    statement
        .map(|statement| spot.remove(statement))
        .into_iter()
        .collect()
}
