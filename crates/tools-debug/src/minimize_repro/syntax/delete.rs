//! Leaves out parts of lists, level by level from the top of the tree (Misherghi and Su 2006).

use tree_sitter::Tree;

use super::grammar::Grammar;
use super::lists::{List, Lists};
use super::tree::preorder;
use crate::minimize_repro::search::{Search, Stop};
use crate::minimize_repro::sweep::Sweep;

/// Lists shorter than `floor` bytes are left for later.
pub(super) async fn levels(
    search: &mut Search<'_>,
    grammar: &'static Grammar,
    floor: usize,
) -> Result<(), Stop> {
    for level in 0.. {
        let Some(lists) = lists(search.current(), grammar, level, floor) else {
            break;
        };
        if !lists.is_empty() {
            let deck = Lists::new(lists);
            Sweep::new(search, &deck).thin(true).await?;
        }
    }
    Ok(())
}

/// The lists on a level of the tree; nothing below its last.
fn lists(text: &[u8], grammar: &'static Grammar, level: usize, floor: usize) -> Option<Vec<List>> {
    let tree: Tree = grammar.parse(text)?;
    let nodes = preorder(&tree);
    let mut on_level = nodes.iter().filter(|(depth, _)| *depth == level).peekable();
    on_level.peek()?;
    let lists = on_level.flat_map(|(_, node)| List::of(*node, text, grammar));
    Some(lists.filter(|list| list.span().len() >= floor.max(1)).collect())
}
