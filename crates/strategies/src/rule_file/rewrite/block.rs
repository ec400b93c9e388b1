//! Blocks of Python that a pattern matches only in part. Nothing closes them, so ast-grep lets a block have more
//! statements than the pattern, and a replacement would drop these.

use ast_grep_core::tree_sitter::{LanguageExt, StrDoc};
use ast_grep_core::{AstGrep, Language, Node, NodeMatch};

use crate::rule_file::language::{EXPANDO, Tongue};

/// A pattern as its grammar reads it.
pub(super) fn read(tongue: Tongue, pattern: &str) -> AstGrep<StrDoc<Tongue>> {
    tongue.ast_grep(tongue.pre_process_pattern(pattern))
}

/// Returns whether the last block of a match has statements that no part of the pattern stands for.
pub(super) fn has_more(pattern: &AstGrep<StrDoc<Tongue>>, found: &NodeMatch<'_, StrDoc<Tongue>>) -> bool {
    let several = EXPANDO.to_string().repeat(3);
    let root = pattern.root();
    let (Some(mut wanted), mut node) = (statements(&root).next(), found.get_node().clone()) else {
        return false;
    };
    while wanted.kind() == node.kind() {
        if wanted.kind() == "block" {
            // It stands for the block itself.
            if wanted.text().starts_with(&several) && statements(&wanted).count() == 1 {
                return false;
            }
            let stands_for = |statement: Node<'_, StrDoc<Tongue>>| {
                let text = statement.text();
                match text.trim().strip_prefix(&several) {
                    Some(name) => {
                        let captured = found.get_env().get_multiple_matches(name);
                        captured.iter().filter(|node| is_statement(node)).count()
                    }
                    None => 1,
                }
            };
            let covered: usize = statements(&wanted).map(stands_for).sum();
            if covered < statements(&node).count() {
                return true;
            }
        }
        let (Some(last_wanted), Some(last)) = (statements(&wanted).last(), statements(&node).last()) else {
            return false;
        };
        (wanted, node) = (last_wanted, last);
    }
    false
}

fn statements<'r>(node: &Node<'r, StrDoc<Tongue>>) -> impl Iterator<Item = Node<'r, StrDoc<Tongue>>> {
    node.children().filter(is_statement)
}

fn is_statement(node: &Node<'_, StrDoc<Tongue>>) -> bool {
    node.is_named() && node.kind() != "comment"
}
