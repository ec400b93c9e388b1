//! Functions in the trees of languages that have `async`.

use tree_sitter::Node;

/// Kinds of nodes that are functions in JavaScript and TypeScript.
pub(super) const SCRIPT: &[&str] = &[
    "arrow_function",
    "function_declaration",
    "function_expression",
    "generator_function",
    "generator_function_declaration",
    "method_definition",
];

/// Returns whether a function is `async`. In Rust the word is one of several before `fn`.
pub(super) fn is_async(function: Node<'_>) -> bool {
    let mut cursor = function.walk();
    function
        .children(&mut cursor)
        .any(|child| child.kind() == "async" || child.kind() == "function_modifiers" && is_async(child))
}
