//! Common parts of C and C++.

use tree_sitter::Node;

use super::super::dialect::{Insertion, Source, Syntax};
use super::super::place::{Place, Rows};

pub(super) static SYNTAX: Syntax = Syntax {
    lists: &[
        "compound_statement",
        "case_statement",
        "preproc_if",
        "preproc_ifdef",
        "preproc_else",
        "preproc_elif",
        "preproc_elifdef",
    ],
    other_fields: &["value", "condition", "name", "alternative"],
    marks: &[
        "preproc_def",
        "preproc_function_def",
        "preproc_call",
        "preproc_include",
        "preproc_directive",
        "function_definition",
        "linkage_specification",
        "namespace_definition",
        "using_declaration",
        "alias_declaration",
        "static_assert_declaration",
        "template_declaration",
        "preproc_if",
        "preproc_ifdef",
        "preproc_else",
        "preproc_elif",
        "preproc_elifdef",
    ],
    alone: &[
        ("if_statement", "consequence"),
        ("else_clause", ""),
        ("for_statement", "body"),
        ("for_range_loop", "body"),
        ("while_statement", "body"),
        ("do_statement", "body"),
    ],
    clauses: &[
        "else_clause",
        "catch_clause",
        "case_statement",
        "function_definition",
        "preproc_else",
        "preproc_elif",
    ],
    openers: &["{", ":"],
    passes_labels: true,
    ..Syntax::NONE
};

/// Directives hold statements only within functions.
pub(super) fn is_list(node: Node<'_>) -> bool {
    if !SYNTAX.lists.contains(&node.kind()) {
        return false;
    }
    let mut outer = Some(node).filter(|node| node.kind().starts_with("preproc"));
    while let Some(node) = outer {
        match node.parent() {
            Some(parent) if parent.kind() == "compound_statement" => return true,
            Some(parent) if matches!(parent.kind(), "case_statement" | "labeled_statement") => return true,
            Some(parent) if parent.kind().starts_with("preproc") => outer = Some(parent),
            _ => return false,
        }
    }
    true
}

/// The place for the probes' functions: behind the includes, so that all definitions precede the
/// headers that need them.
pub(super) fn support(text: &str, source: Source<'_>, place: &Place) -> Vec<Insertion> {
    let root = source.tree.root_node();
    let mut cursor = root.walk();
    let before: Vec<Node<'_>> = root
        .named_children(&mut cursor)
        .take_while(|child| child.start_byte() < place.at)
        .collect();
    let included = before.iter().rfind(|child| child.kind() == "preproc_include");
    let first = before
        .iter()
        .find(|child| !child.kind().contains("comment") && !is_definition(child.kind()));
    let at = match (included, first) {
        (Some(included), _) => included.end_byte(),
        (None, Some(first)) => first.start_byte(),
        (None, None) => 0,
    };
    let rows = Rows::of(source.text);
    let row = rows.row(at);
    // The end of a directive is the beginning of the next line.
    let (lead, line) = match rows.start(row) == at {
        true => ("", row + 1),
        false => ("\n", row + 2),
    };
    let lead = if at == source.text.len() || included.is_some() {
        lead
    } else {
        ""
    };
    let line = if included.is_some() { line } else { row + 1 };
    vec![Insertion::new(at, format!("{lead}{text}#line {line}\n"))]
}

fn is_definition(kind: &str) -> bool {
    matches!(kind, "preproc_def" | "preproc_function_def" | "preproc_call")
}
