//! `no-self-assign`: a statement that gives a variable its own value goes. A property may have a setter.

use unbreak_core::{Edit, FixError, SafetyClass};

use super::{Rule, Spot, children};

pub(super) static RULE: Rule = Rule {
    id: crate::rule::script::lint::SELF_ASSIGN,
    codes: &["no-self-assign"],
    title: "remove the assignment to itself",
    safety: SafetyClass::Unsafe,
    mend,
};

fn mend(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let Some(statement) = spot.around("expression_statement") else {
        return Ok(Vec::new());
    };
    let sides = children(statement)
        .first()
        .copied()
        .filter(|inner| inner.kind() == "assignment_expression");
    let sides = sides.map(children).unwrap_or_default();
    let is_plain = sides.iter().all(|side| side.kind() == "identifier");
    let is_same = matches!(sides.as_slice(), [left, right] if spot.slice(*left) == spot.slice(*right));
    match statement.parent() {
        Some(parent) if is_plain && is_same && parent.kind() == "statement_block" => {
            // A block of nothing else is reported next.
            let owner = parent.parent().filter(|owner| owner.kind() == "if_statement");
            let is_all = children(parent).len() == 1;
            let is_bare = |owner: &tree_sitter::Node<'_>| owner.child_by_field_name("alternative").is_none();
            let gone = owner.filter(|owner| is_all && is_bare(owner)).filter(|owner| {
                let condition = owner.child_by_field_name("condition");
                condition.is_some_and(super::unused::is_idle)
            });
            Ok(vec![spot.remove(gone.unwrap_or(statement))?])
        }
        Some(parent) if is_plain && is_same && parent.kind() == "program" => {
            Ok(vec![spot.remove(statement)?])
        }
        _ => Ok(Vec::new()),
    }
}
