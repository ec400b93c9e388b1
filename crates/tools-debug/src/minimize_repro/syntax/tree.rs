//! Walking over syntax trees.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::minimize_repro::change::Change;

/// Every node, parents before children, in the order of the text; with its depth.
pub(super) fn preorder(tree: &Tree) -> Vec<(usize, Node<'_>)> {
    let mut found = Vec::new();
    let mut open = vec![(0, tree.root_node())];
    while let Some((depth, node)) = open.pop() {
        found.push((depth, node));
        let mut cursor = node.walk();
        let children: Vec<_> = node.children(&mut cursor).collect();
        open.extend(children.into_iter().rev().map(|child| (depth + 1, child)));
    }
    found
}

/// Nodes of constructs, without the root.
pub(super) fn constructs(tree: &Tree) -> impl Iterator<Item = Node<'_>> {
    let nodes = preorder(tree).into_iter().skip(1);
    nodes
        .map(|(_, node)| node)
        .filter(|node| node.is_named() && !node.is_extra())
}

/// The tokens: nodes without children that hold text.
pub(super) fn leaves(tree: &Tree) -> impl Iterator<Item = Node<'_>> {
    let nodes = preorder(tree).into_iter().map(|(_, node)| node);
    nodes.filter(|node| node.child_count() == 0 && !node.byte_range().is_empty())
}

/// The constructs directly within one.
pub(super) fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).collect()
}

/// Returns whether the text around a range would become one token without it.
pub(super) fn joins(text: &[u8], range: &Range<usize>) -> bool {
    let before = range.start.checked_sub(1).and_then(|at| text.get(at));
    sticks(before, text.get(range.end))
}

/// Returns whether two neighbouring bytes belong to one token.
fn sticks(before: Option<&u8>, after: Option<&u8>) -> bool {
    let (Some(&before), Some(&after)) = (before, after) else {
        return false;
    };
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let is_operator = |byte: u8| b"+-&|<>=*/:.!".contains(&byte);
    is_word(before) && is_word(after) || is_operator(before) && is_operator(after)
}

/// Puts something else into a range, with a blank where it would stick to its neighbours.
pub(super) fn put(text: &[u8], range: Range<usize>, with: &[u8]) -> Change {
    let before = range.start.checked_sub(1).and_then(|at| text.get(at));
    let mut spaced = Vec::with_capacity(with.len() + 2);
    if sticks(before, with.first()) {
        spaced.push(b' ');
    }
    spaced.extend_from_slice(with);
    if sticks(with.last(), text.get(range.end)) {
        spaced.push(b' ');
    }
    Change::replace(range, spaced)
}
