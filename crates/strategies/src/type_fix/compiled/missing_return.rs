//! A function that computes a value last and does not return it.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "return the value",
    endings: &["java", "go", "rs", "ts"],
    answers: |fact| match fact {
        Fact::TypeMismatch {
            found: Some(found), ..
        } => found == "()",
        fact => matches!(
            fact,
            Fact::MissingReturn | Fact::TypeMismatch { expected: None, .. }
        ),
    },
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let is_rust = site.file.extension() == "rs";
    let notes = || site.diagnostic.notes.iter().map(|note| note.message.as_str());
    if is_rust && !notes().any(|note| note.contains("implicitly returns `()`")) {
        return Ok(Vec::new());
    }
    let body = site
        .function()
        .and_then(|function| function.child_by_field_name("body"));
    let Some(last) = body.and_then(statements_end) else {
        return Ok(body
            .map(|body| accessor(site, body))
            .transpose()?
            .flatten()
            .into_iter()
            .collect());
    };
    if let Some(offer) = forgotten(site, last)? {
        return Ok(vec![offer]);
    }
    let Some(name) = result(site, last) else {
        return Ok(Vec::new());
    };
    let is_ended = site.slice(last).ends_with([';', '}']);
    if !name.chars().all(|c| c.is_alphanumeric() || c == '_') || is_rust && !is_ended {
        return Ok(Vec::new());
    }
    let line = site.text()[..last.start_byte()]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let before = &site.text()[line..last.start_byte()];
    let is_go = site.file.extension() == "go";
    let separator = match before.trim().is_empty() {
        true => format!("\n{before}"),
        false if is_ended && !is_go => " ".to_owned(),
        false => "; ".to_owned(),
    };
    let statement = match site.file.extension() {
        "rs" => name.clone(),
        "go" => format!("return {name}"),
        _ => format!("return {name};"),
    };
    let edit = site.insert(last.end_byte(), format!("{separator}{statement}"))?;
    let reason = "the function promises a value, and this is what it computes last";
    Ok(vec![guess(
        format!("return '{name}'"),
        reason,
        confidence::possible(),
        vec![edit],
    )])
}

/// An empty method that is called like a field: `int size() { }`, `String getName() { }`.
fn accessor(site: &Site<'_>, body: Node<'_>) -> Result<Option<Offer>, FixError> {
    let function = body.parent();
    let name = function.and_then(|function| function.child_by_field_name("name"));
    let (Some(name), Some(class)) = (name, function.and_then(|function| function.parent())) else {
        return Ok(None);
    };
    let called = site.slice(name);
    let bare = called
        .strip_prefix("get")
        .or(called.strip_prefix("is"))
        .unwrap_or(called);
    let declarations = children(class)
        .into_iter()
        .filter(|member| member.kind() == "field_declaration");
    let mut fields = declarations
        .filter_map(|field| {
            field
                .child_by_field_name("declarator")?
                .child_by_field_name("name")
        })
        .map(|field| site.slice(field));
    let Some(field) = fields.find(|field| field.eq_ignore_ascii_case(bare)) else {
        return Ok(None);
    };
    let closing = body.end_byte() - 1;
    let line = site.text()[..closing].rfind('\n').map_or(0, |at| at + 1);
    let before = &site.text()[line..closing];
    let edit = match before.trim().is_empty() {
        true => site.insert(line, format!("{before}    return {field};\n"))?,
        false => site.insert(closing, format!(" return {field}; "))?,
    };
    let reason = "the method is called like the field and does nothing";
    Ok(Some(guess(
        format!("return '{field}'"),
        reason,
        confidence::plausible(),
        vec![edit],
    )))
}

/// A last statement that computes a value and does not use it: returns that value.
fn forgotten(site: &Site<'_>, last: Node<'_>) -> Result<Option<Offer>, FixError> {
    const VALUES: &[&str] = &[
        "await_expression",
        "binary_expression",
        "call_expression",
        "method_invocation",
        "new_expression",
        "object_creation_expression",
        "ternary_expression",
    ];
    let inner = children(last).into_iter().next();
    let is_value = inner.is_some_and(|value| VALUES.contains(&value.kind()));
    if last.kind() != "expression_statement" || !is_value || site.file.extension() == "rs" {
        return Ok(None);
    }
    let edit = site.insert(last.start_byte(), "return ")?;
    let title = format!("return '{}'", site.slice(last).trim_end_matches(';'));
    let reason = "the function promises a value, and this one is computed last and not used";
    Ok(Some(guess(title, reason, confidence::plausible(), vec![edit])))
}

/// The variable that the last statement assigns, or else the only one that the body's statements assign.
fn result(site: &Site<'_>, last: Node<'_>) -> Option<String> {
    let name = |statement: Node<'_>| {
        given(statement).map(|name| site.slice(name).trim_start_matches("mut ").to_owned())
    };
    if let Some(name) = name(last) {
        return Some(name);
    }
    let mut names = children(last.parent()?).into_iter().filter_map(name);
    let first = names.next()?;
    names.all(|other| other == first).then_some(first)
}

/// The last statement of a body.
fn statements_end(body: Node<'_>) -> Option<Node<'_>> {
    let last = children(body).into_iter().last()?;
    match last.kind() {
        "statement_list" => children(last).into_iter().last(),
        _ => Some(last),
    }
}

/// The variable that a statement assigns.
fn given(statement: Node<'_>) -> Option<Node<'_>> {
    let inner = match statement.kind() {
        "expression_statement"
        | "lexical_declaration"
        | "local_variable_declaration"
        | "variable_declaration" => children(statement).into_iter().last()?,
        kind if kind.starts_with("for") || kind.contains("_for_") => return None,
        _ => statement,
    };
    let fields = ["pattern", "left", "name"];
    fields
        .iter()
        .find_map(|field| inner.child_by_field_name(field))
        .or_else(|| {
            let is_step = matches!(
                inner.kind(),
                "inc_statement" | "dec_statement" | "update_expression"
            );
            children(inner).into_iter().next().filter(|_| is_step)
        })
}
