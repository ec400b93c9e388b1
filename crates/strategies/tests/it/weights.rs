//! Weights of rules are in `weights.toml`: the sources have no number of their own.

use std::path::Path;

use tree_sitter::{Node, Parser};

use super::world::files_below;

/// Numbers that weigh nothing.
const NEUTRAL: [&str; 2] = ["0.0", "1.0"];

/// The file that gives other constants of formulas a name, and the strategies whose rules are files: these have
/// their confidences in `rules`.
const ELSEWHERE: [&str; 3] = ["weights.rs", "rule_file", "installed_fix"];

/// The decimal literals below a node, outside of tests, with their lines.
fn literals(node: Node<'_>, text: &str, found: &mut Vec<String>) {
    if node.kind() == "float_literal" {
        let literal = &text[node.byte_range()];
        if !NEUTRAL.contains(&literal) {
            found.push(format!("{}: {literal}", node.start_position().row + 1));
        }
    }
    // Within a macro call there are only tokens.
    let mut is_test = false;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        if !is_test {
            literals(child, text, found);
        }
        is_test = child.kind() == "attribute_item" && text[child.byte_range()].contains("cfg(test)");
    }
}

#[test]
fn no_rule_has_a_number_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_rust::LANGUAGE.into()).unwrap();
    let mut found = Vec::new();
    for file in files_below(&root) {
        let is_rule = file.extension() == "rs" && !ELSEWHERE.iter().any(|it| file.as_str().starts_with(it));
        if is_rule {
            let text = std::fs::read_to_string(root.join(file.as_str())).unwrap();
            let tree = parser.parse(&text, None).unwrap();
            let mut own = Vec::new();
            literals(tree.root_node(), &text, &mut own);
            found.extend(own.iter().map(|literal| format!("{file}:{literal}")));
        }
    }
    assert!(
        found.is_empty(),
        "these belong into weights.toml:\n{}",
        found.join("\n")
    );
}
