//! Comments and blanks.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::grammar::Grammar;
use super::tree::{joins, leaves, preorder};
use crate::minimize_repro::change::Change;
use crate::minimize_repro::search::{Search, Stop};
use crate::minimize_repro::sweep::{Cuts, Sweep};

/// Leaves out comments, and all blanks that separate nothing.
pub(super) async fn strip(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    let deck = comments(search.current(), grammar);
    Sweep::new(search, &deck).thin(true).await?;
    for lines in [Lines::Kept, Lines::Joined] {
        let deck = blanks(search.current(), grammar, lines);
        Sweep::new(search, &deck).whole().await?;
    }
    Ok(())
}

/// Leaves out blanks that separate nothing; then the ends of lines as well.
pub(super) async fn squeeze(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    for lines in [Lines::Kept, Lines::Joined] {
        let deck = blanks(search.current(), grammar, lines);
        Sweep::new(search, &deck).thin(true).await?;
    }
    Ok(())
}

fn comments(text: &[u8], grammar: &'static Grammar) -> Cuts {
    let tree = grammar.parse(text);
    let nodes = tree.iter().flat_map(preorder).map(|(_, node)| node);
    let comments = nodes.filter(|node| node.is_extra() && node.is_named());
    Cuts {
        changes: comments.map(|node| Change::delete(node.byte_range())).collect(),
        strict: true,
    }
}

/// The treatment of line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    Kept,
    Joined,
}

fn blanks(text: &[u8], grammar: &'static Grammar, lines: Lines) -> Cuts {
    let Some(tree) = grammar.parse(text) else {
        return Cuts {
            changes: Vec::new(),
            strict: true,
        };
    };
    let gaps = gaps(&tree, text);
    let shorter = gaps.into_iter().filter_map(|gap| {
        let with = gap.shortest(text, grammar, lines);
        (with.len() < gap.range.len()).then(|| Change::replace(gap.range, with))
    });
    Cuts {
        changes: shorter.collect(),
        strict: true,
    }
}

/// Blanks between two tokens.
struct Gap {
    range: Range<usize>,
    /// The number of open brackets.
    brackets: usize,
    /// The number of blocks around the next token.
    blocks: usize,
}

impl Gap {
    fn shortest(&self, text: &[u8], grammar: &Grammar, lines: Lines) -> String {
        let has_line_end = text[self.range.clone()].contains(&b'\n');
        let separator = if joins(text, &self.range) { " " } else { "" };
        let is_at_an_end = self.range.start == 0 || self.range.end == text.len();
        if !has_line_end || is_at_an_end || grammar.indented && self.brackets > 0 {
            return if is_at_an_end {
                String::new()
            } else {
                separator.to_owned()
            };
        }
        match (lines, grammar.indented) {
            (Lines::Kept, true) => format!("\n{}", " ".repeat(self.blocks)),
            (Lines::Kept, false) => "\n".to_owned(),
            (Lines::Joined, true) if text[..self.range.start].ends_with(b":") => String::new(),
            (Lines::Joined, true) => ";".to_owned(),
            (Lines::Joined, false) => separator.to_owned(),
        }
    }
}

fn gaps(tree: &Tree, text: &[u8]) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let (mut end, mut brackets) = (0_usize, 0_usize);
    for leaf in leaves(tree) {
        let range = end..leaf.start_byte();
        if !range.is_empty() && text[range.clone()].trim_ascii().is_empty() {
            gaps.push(Gap {
                range,
                brackets,
                blocks: blocks(leaf),
            });
        }
        brackets = match &text[leaf.byte_range()] {
            b"(" | b"[" | b"{" => brackets + 1,
            b")" | b"]" | b"}" => brackets.saturating_sub(1),
            _ => brackets,
        };
        end = leaf.end_byte().max(end);
    }
    if text[end..].trim_ascii().is_empty() && end < text.len() {
        gaps.push(Gap {
            range: end..text.len(),
            brackets: 0,
            blocks: 0,
        });
    }
    gaps
}

fn blocks(node: Node<'_>) -> usize {
    let above = std::iter::successors(node.parent(), Node::parent);
    above.filter(|node| node.kind() == "block").count()
}
