//! Replaces a construct by one inside it: a condition by its branch, a call by an argument.

use tree_sitter::Node;

use super::grammar::Grammar;
use super::tree::{constructs, parts, put};
use crate::minimize_repro::search::{Search, Stop};
use crate::minimize_repro::sweep::{Cuts, Sweep};

/// The greatest depth of a replacement below its construct.
const REACH: usize = 4;

/// For a construct of this length, a small part alone is unlikely to be enough.
const LARGE: usize = 80;

/// Only where it saves at least `gain` bytes.
pub(super) async fn run(search: &mut Search<'_>, grammar: &'static Grammar, gain: usize) -> Result<(), Stop> {
    let deck = deck(search.current(), grammar, gain);
    Sweep::new(search, &deck).each().await
}

fn deck(text: &[u8], grammar: &'static Grammar, gain: usize) -> Cuts {
    let mut found = Vec::new();
    if let Some(tree) = grammar.parse(text) {
        for node in constructs(&tree).chain([tree.root_node()]) {
            within(node, REACH, &mut |inner| {
                let size = node.byte_range().len();
                for with in forms(node, inner, text) {
                    let is_likely = size < LARGE || with.len() >= size / 4;
                    if is_likely && with.len() + gain.max(1) <= size && !with.is_empty() {
                        found.push((size - with.len(), put(text, node.byte_range(), &with)));
                    }
                }
            });
        }
    }
    found.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    Cuts {
        changes: found.into_iter().map(|(_, change)| change).collect(),
        strict: true,
    }
}

fn within<'t>(node: Node<'t>, reach: usize, visit: &mut impl FnMut(Node<'t>)) {
    for part in parts(node) {
        visit(part);
        if reach > 1 {
            within(part, reach - 1, visit);
        }
    }
}

/// The possible replacements of a construct: another one within it, as it is, and without its braces.
fn forms(node: Node<'_>, inner: Node<'_>, text: &[u8]) -> Vec<Vec<u8>> {
    let delta = inner
        .start_position()
        .column
        .saturating_sub(node.start_position().column);
    let whole = &text[inner.byte_range()];
    let mut forms = vec![dedent(whole, delta)];
    if let Some(bare) = whole.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}")) {
        forms.push(bare.trim_ascii().to_vec());
    }
    forms
}

/// Takes indentation from every line but the first.
fn dedent(text: &[u8], by: usize) -> Vec<u8> {
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    let mut out = lines.next().unwrap_or_default().to_vec();
    for line in lines {
        let blanks = line
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        out.extend_from_slice(&line[blanks.min(by)..]);
    }
    out
}
