//! Rewrites code inside the brackets of Rust macros.

use ast_grep_core::AstGrep;
use ast_grep_core::tree_sitter::StrDoc;

use crate::rule_file::language::Tongue;

/// A Rust text in which macros with round brackets are calls, so that their arguments are expressions. Every byte
/// stands where it stood. None where there is nothing to read so.
pub(super) fn as_calls(tree: &AstGrep<StrDoc<Tongue>>, text: &str) -> Option<String> {
    if tree.lang().name != "rust" {
        return None;
    }
    let mut readable = text.to_owned();
    let root = tree.root();
    // A macro within the brackets of another one is not a node.
    for (at, _) in text.match_indices("!(") {
        let is_name = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let is_code = root
            .dfs()
            .filter(|node| node.range().contains(&at))
            .last()
            .is_some_and(|node| !node.kind().contains("string") && !node.kind().contains("comment"));
        if is_name && is_code {
            readable.replace_range(at..=at, " ");
        }
    }
    (readable != text).then_some(readable)
}
