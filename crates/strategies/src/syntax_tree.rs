//! Trees of programs in the languages that have a grammar here.

use tree_sitter::{Language, Parser, Tree};

/// The most levels of a tree that is looked at. A node finds its parent from the root, so each walk upwards takes
/// the square of its depth; people write less than a hundred levels.
const MOST_LEVELS: usize = 300;

/// The tree of a text; `None` where it is too deep, which only programs write.
pub(crate) fn parse(grammar: &Language, text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(grammar).ok()?;
    parser.parse(text, None).filter(|tree| !is_deep(tree))
}

fn is_deep(tree: &Tree) -> bool {
    let mut cursor = tree.walk();
    let mut level = 0_usize;
    loop {
        if cursor.goto_first_child() {
            level += 1;
            if level > MOST_LEVELS {
                return true;
            }
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
            level -= 1;
        }
    }
}
