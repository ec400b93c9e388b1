//! `no-unused-vars`: removes unused bindings, and keeps a computed value if that may have an effect.

use tree_sitter::Node;
use unbreak_core::{Edit, FixError, SafetyClass};

use super::{Rule, Spot, children};

pub(super) static RULE: Rule = Rule {
    id: crate::rule::script::lint::UNUSED,
    codes: &["no-unused-vars"],
    title: "remove what is not used",
    safety: SafetyClass::Unsafe,
    mend,
};

fn mend(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let named = spot.leaf().filter(|leaf| leaf.kind().ends_with("identifier"));
    let Some((name, parent)) = named.and_then(|name| Some((name, name.parent()?))) else {
        return Ok(Vec::new());
    };
    let edit = match parent.kind() {
        "variable_declarator" => variable(spot, name, parent)?,
        "catch_clause" => caught(spot, parent)?,
        "import_specifier" => imported(spot, parent)?,
        "required_parameter" | "optional_parameter" => parameter(spot, parent)?,
        "formal_parameters" => parameter(spot, name)?,
        _ => None,
    };
    Ok(edit.into_iter().collect())
}

/// `const x = 4;` goes, `const x = f();` becomes `f();`.
fn variable(spot: &Spot<'_>, name: Node<'_>, declarator: Node<'_>) -> Result<Option<Edit>, FixError> {
    let Some(statement) = declarator.parent().filter(|it| children(*it).len() == 1) else {
        return Ok(None);
    };
    let is_exported = statement
        .parent()
        .is_some_and(|parent| parent.kind() != "statement_block" && parent.kind() != "program");
    if is_exported || is_written_again(spot, name, statement) {
        return Ok(None);
    }
    match declarator.child_by_field_name("value") {
        Some(value) if !is_idle(value) => {
            let start = statement.start_byte();
            spot.replace(start..value.start_byte(), "").map(Some)
        }
        _ => spot.remove(statement).map(Some),
    }
}

/// Returns whether the block gives the variable another value: then that must go first.
fn is_written_again(spot: &Spot<'_>, name: Node<'_>, statement: Node<'_>) -> bool {
    let word = spot.slice(name);
    let mut open: Vec<Node<'_>> = statement.parent().into_iter().collect();
    let mut count = 0;
    while let Some(node) = open.pop() {
        let is_name = node.kind() == "identifier" || node.kind() == "shorthand_property_identifier";
        count += usize::from(is_name && spot.slice(node) == word);
        open.extend(children(node));
    }
    count > 1
}

/// Returns whether computing a value does nothing else.
pub(super) fn is_idle(value: Node<'_>) -> bool {
    const ACTS: &[&str] = &[
        "assignment_expression",
        "augmented_assignment_expression",
        "await_expression",
        "call_expression",
        "new_expression",
        "update_expression",
        "yield_expression",
    ];
    // A function has its effects when it is called.
    let is_function = value.kind().contains("function");
    let acts = ACTS.contains(&value.kind());
    is_function || !acts && children(value).into_iter().all(is_idle)
}

/// `catch (error) {` becomes `catch {`.
fn caught(spot: &Spot<'_>, clause: Node<'_>) -> Result<Option<Edit>, FixError> {
    let Some(body) = clause.child_by_field_name("body") else {
        return Ok(None);
    };
    let start = clause.start_byte() + "catch".len();
    spot.replace(start..body.start_byte(), " ").map(Some)
}

/// Removes one of the names imported from a module, or the whole statement.
fn imported(spot: &Spot<'_>, specifier: Node<'_>) -> Result<Option<Edit>, FixError> {
    let Some(list) = specifier.parent() else {
        return Ok(None);
    };
    match listed(specifier, list) {
        Some(range) => spot.replace(range, "").map(Some),
        None => {
            let statement = spot.around("import_statement");
            let is_all = |it: &Node<'_>| {
                children(*it)
                    .first()
                    .is_some_and(|clause| children(*clause).len() == 1)
            };
            statement.filter(is_all).map(|it| spot.remove(it)).transpose()
        }
    }
}

/// The last parameter of a function that is passed to another, which will not mind.
fn parameter(spot: &Spot<'_>, parameter: Node<'_>) -> Result<Option<Edit>, FixError> {
    let Some(list) = parameter.parent() else {
        return Ok(None);
    };
    let is_passed = list.parent().is_some_and(|function| {
        let is_function = matches!(function.kind(), "arrow_function" | "function_expression");
        is_function && function.parent().is_some_and(|it| it.kind() == "arguments")
    });
    let is_last = children(list).last() == Some(&parameter);
    if !is_passed || !is_last {
        return Ok(None);
    }
    let range = listed(parameter, list).unwrap_or_else(|| parameter.byte_range());
    spot.replace(range, "").map(Some)
}

/// An entry of a list with the comma that goes with it; none when it is the only one.
fn listed(entry: Node<'_>, list: Node<'_>) -> Option<std::ops::Range<usize>> {
    let entries = children(list);
    let at = entries.iter().position(|other| *other == entry)?;
    match (at.checked_sub(1), entries.get(at + 1)) {
        (Some(before), _) => Some(entries[before].end_byte()..entry.end_byte()),
        (None, Some(next)) => Some(entry.start_byte()..next.start_byte()),
        (None, None) => None,
    }
}
