//! Rust: a future that is used as if it were its output.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Site, each};
use crate::proposal::{Offer, safe};
use crate::type_fix::functions::is_async;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "await the future",
    endings: &["rs"],
    answers: |fact| match fact {
        Fact::UnknownMember { owner, .. } => owner.as_deref().is_some_and(is_future),
        Fact::WrongOperands { left, right, .. } => {
            [left, right].into_iter().flatten().any(|kind| is_future(kind))
        }
        fact => matches!(fact, Fact::NotAwaited { .. }),
    },
    offers,
};

/// Returns whether a type is a future.
fn is_future(kind: &str) -> bool {
    let kind = kind.trim_start_matches('&');
    kind.starts_with("impl ") && kind.contains("Future<")
}

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(function) = site.function().filter(|function| is_async(*function)) else {
        return Ok(Vec::new());
    };
    let line_start = site.text()[..site.at.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = site.text()[site.at.start..]
        .find('\n')
        .map_or(site.text().len(), |end| site.at.start + end);
    let mut calls = Vec::new();
    each(function, &mut |node| {
        let is_near = node.start_byte() <= line_end && line_start <= node.end_byte();
        let is_waited = node
            .parent()
            .is_some_and(|parent| parent.kind() == "await_expression");
        if node.kind() == "call_expression" && is_near && !is_waited && calls_async(site, node) {
            calls.push(node);
        }
    });
    let offers = calls.into_iter().map(|call| {
        let edit = site.insert(call.end_byte(), ".await")?;
        let title = format!("await '{}'", site.slice(call));
        Ok(safe(
            title,
            "it is a future, and its result is used",
            confidence::only(),
            vec![edit],
        ))
    });
    offers.collect()
}

/// Returns whether a call is of an `async fn` of this file.
fn calls_async(site: &Site<'_>, call: Node<'_>) -> bool {
    let callee = call
        .child_by_field_name("function")
        .map(|callee| site.slice(callee))
        .unwrap_or_default();
    let name = callee.rsplit(['.', ':']).next().unwrap_or_default();
    site.text().contains(&format!("async fn {name}("))
}
