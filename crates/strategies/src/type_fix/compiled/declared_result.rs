//! A function whose declared result is another type than the one that its body returns and its callers use.

use tree_sitter::Node;
use unbreak_core::{Diagnostic, ErrorType, Fact, FixError};

use super::Rule;
use super::site::{Site, children, each};
use crate::code_words::has_word;
use crate::lines::Lines;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "correct the declared type of the result",
    endings: &["java", "go", "rs", "ts"],
    answers: |fact| matches!(fact, Fact::TypeMismatch { .. }),
    offers,
};

/// A declared type that is at fault.
struct Fault<'s, 't> {
    callee: &'s str,
    declared: Node<'t>,
    found: &'s str,
}

fn fault<'s>(site: &'s Site<'_>) -> Option<Fault<'s, 's>> {
    let Fact::TypeMismatch {
        found: Some(found),
        expected: Some(expected),
        ..
    } = site.fact
    else {
        return None;
    };
    let function = site.function().filter(|_| is_type(found))?;
    let callee = site.slice(function.child_by_field_name("name")?);
    let declared = declared(site, function)?;
    let is_fault = site.slice(declared) == expected
        && returns_only(site, function, found, expected)
        && callers_agree(site, callee, function);
    is_fault.then_some(Fault {
        callee,
        declared,
        found,
    })
}

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(fault) = fault(site) else {
        return Ok(Vec::new());
    };
    let Fault {
        callee,
        declared,
        found,
    } = fault;
    let edit = site.replace(declared.byte_range(), found)?;
    let reason = format!(
        "'{callee}' returns '{found}' only, and a caller of it does not get along with '{}'",
        site.slice(declared)
    );
    Ok(vec![safe(
        format!("declare that '{callee}' returns '{found}'"),
        reason,
        confidence::resolved(),
        vec![edit],
    )])
}

/// Returns whether a text is a type that can be written as it is.
fn is_type(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_.:<>[]&*, ".contains(c);
    !text.is_empty() && text.chars().all(is_part) && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// The node of the declared type of a function's result.
fn declared<'t>(site: &Site<'_>, function: Node<'t>) -> Option<Node<'t>> {
    let fields = ["return_type", "result", "type"];
    let node = fields
        .iter()
        .find_map(|field| function.child_by_field_name(field))?;
    // In TypeScript the colon belongs to the annotation.
    match site.slice(node).starts_with(':') {
        true => node.named_child(0),
        false => Some(node),
    }
}

/// Returns whether the tool reports the same fault at every value that a function returns.
fn returns_only(site: &Site<'_>, function: Node<'_>, found: &str, expected: &str) -> bool {
    let lines = Lines::of(site.text());
    let mut reported: Vec<(u32, u32)> = Vec::new();
    for diagnostic in own(site) {
        let is_same = matches!(&diagnostic.fact, Some(Fact::TypeMismatch { found: Some(other), expected: Some(wanted), .. })
            if other == found && wanted == expected);
        let place = diagnostic.location.line.zip(diagnostic.location.column);
        let at = place.and_then(|(line, column)| lines.offset(site.text(), line, column));
        if is_same && at.is_some_and(|at| function.byte_range().contains(&at)) {
            reported.extend(place);
        }
    }
    reported.sort_unstable();
    reported.dedup();
    let mut returns = 0;
    each(function, &mut |node| {
        let is_return = ["return_statement", "return_expression"].contains(&node.kind());
        // Those of a closure are its own.
        let owner = node
            .parent()
            .and_then(|parent| site.up(parent, site.language.definitions));
        returns += usize::from(is_return && owner.is_none_or(|owner| owner.id() == function.id()));
    });
    let body = function.child_by_field_name("body");
    let last = body.and_then(|body| children(body).into_iter().next_back());
    let is_value =
        |last: Node<'_>| !last.kind().ends_with("_statement") && !last.kind().ends_with("declaration");
    let has_tail = site.file.extension() == "rs" && last.is_some_and(is_value);
    reported.len() >= returns + usize::from(has_tail)
}

/// The errors in this file.
fn own<'s>(site: &'s Site<'_>) -> impl Iterator<Item = &'s Diagnostic> {
    let is_own = |diagnostic: &&Diagnostic| {
        let file = diagnostic.file().and_then(|file| site.workspace.locate(file));
        diagnostic.is_error() && file.as_ref() == Some(site.file)
    };
    site.diagnostics.iter().filter(is_own)
}

/// Returns whether another fault of types is on a line that calls the function.
fn callers_agree(site: &Site<'_>, name: &str, function: Node<'_>) -> bool {
    let is_of_types = |other: &Diagnostic| {
        let is_fact = |fact: &Fact| {
            matches!(
                fact,
                Fact::TypeMismatch { .. } | Fact::WrongOperands { .. } | Fact::UnknownMember { .. }
            )
        };
        other.error_type == ErrorType::Type || other.fact.as_ref().is_some_and(is_fact)
    };
    site.diagnostics.iter().any(|other| {
        let file = other.file().and_then(|file| site.workspace.locate(file));
        let (Some(file), Some(line)) = (file, other.location.line) else {
            return false;
        };
        let Ok(text) = site.workspace.read_text(&file) else {
            return false;
        };
        let Some(range) = Lines::of(&text).range(&text, line) else {
            return false;
        };
        let is_inside = file == *site.file && function.byte_range().contains(&range.start);
        let is_fault = other.is_error() && is_of_types(other);
        is_fault && !is_inside && has_word(&text[range], name)
    })
}
