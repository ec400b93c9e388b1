//! Parentheses around what a metavariable stands for, and around the replacement, where an operator beside it would
//! bind a part of it: `$A == 1` for `a or b`.
//!
//! The grammar tells: what is in its place must be a node of its own.

use std::ops::Range;

use ast_grep_core::tree_sitter::{LanguageExt, StrDoc};
use ast_grep_core::{Node, NodeMatch};

use crate::rule_file::language::Tongue;

/// A place in the text is looked at with what is around it, up to this many bytes.
const MOST_AROUND: usize = 4_096;

/// A template with the parentheses that this match needs. One of several lines is taken for statements.
pub(super) fn with_parentheses(template: String, node: &NodeMatch<'_, StrDoc<Tongue>>, text: &str) -> String {
    if template.contains('\n') || template.is_empty() {
        return template;
    }
    let Some(around) = Around::of(node, text) else {
        return template;
    };
    let mut parts = parts(&template, node);
    let plain = Filled::of(&parts);
    for (index, range) in plain.variables {
        if !around.is_node(&plain.text, range) {
            parts[index].in_parentheses();
            let filled = Filled::of(&parts);
            let within = filled.variables.iter().find(|(it, _)| *it == index);
            let is_better = within.is_some_and(|(_, range)| around.is_node(&filled.text, range.clone()));
            if !is_better {
                return template;
            }
        }
    }
    let filled = Filled::of(&parts).text;
    let written: String = parts.into_iter().map(|part| part.template).collect();
    let wrapped = format!("({filled})");
    let is_whole = around.is_node(&filled, 0..filled.len());
    match !is_whole && around.is_node(&wrapped, 1..1 + filled.len()) {
        true => format!("({written})"),
        false => written,
    }
}

/// A piece of a template: text, or a metavariable and what it stands for.
struct Part {
    template: String,
    /// What is written there.
    text: String,
    /// What a metavariable for one node stands for.
    stands_for: Option<String>,
}

impl Part {
    fn in_parentheses(&mut self) {
        self.template = format!("({})", self.template);
        self.text = format!("({})", self.text);
    }
}

fn parts(template: &str, node: &NodeMatch<'_, StrDoc<Tongue>>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        let (before, variable) = rest.split_at(at);
        let sigils = variable.len() - variable.trim_start_matches('$').len();
        let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let name = &variable[sigils..];
        let name = &name[..name.find(|c| !is_part(c)).unwrap_or(name.len())];
        let (variable, behind) = variable.split_at(sigils + name.len());
        let one = node.get_env().get_match(name).filter(|_| sigils == 1);
        let several = || -> String {
            let nodes = node.get_env().get_multiple_matches(name);
            nodes.iter().map(Node::text).collect()
        };
        let stands_for = one.map(|node| node.text().into_owned());
        parts.push(Part {
            template: before.to_owned(),
            text: before.to_owned(),
            stands_for: None,
        });
        parts.push(Part {
            template: variable.to_owned(),
            text: stands_for.clone().unwrap_or_else(several),
            stands_for,
        });
        rest = behind;
    }
    parts.push(Part {
        template: rest.to_owned(),
        text: rest.to_owned(),
        stands_for: None,
    });
    parts
}

/// A template with what its metavariables stand for.
struct Filled {
    text: String,
    /// The parts that are one node, and where they are.
    variables: Vec<(usize, Range<usize>)>,
}

impl Filled {
    fn of(parts: &[Part]) -> Self {
        let (mut text, mut variables) = (String::new(), Vec::new());
        for (index, part) in parts.iter().enumerate() {
            if let Some(one) = &part.stands_for {
                let start = text.len() + part.text.find(one.as_str()).unwrap_or_default();
                variables.push((index, start..start + one.len()));
            }
            text.push_str(&part.text);
        }
        Self { text, variables }
    }
}

/// What is around the place of a match.
struct Around<'t> {
    tongue: Tongue,
    /// What a grammar needs around a statement.
    frame: (&'static str, &'static str),
    before: &'t str,
    after: &'t str,
}

impl<'t> Around<'t> {
    /// None where the text around the place cannot be read alone.
    fn of(node: &NodeMatch<'_, StrDoc<Tongue>>, text: &'t str) -> Option<Self> {
        let place = node.range();
        let is_near = |outer: &Node<'_, StrDoc<Tongue>>| outer.range().len() <= MOST_AROUND;
        let outer = node.ancestors().take_while(is_near).last();
        let outer = outer.map_or(place.clone(), |outer| outer.range());
        let (tongue, own) = (*node.lang(), text.get(place.clone())?);
        let (before, after) = (
            text.get(outer.start..place.start)?,
            text.get(place.end..outer.end)?,
        );
        let mut frames = [Some(("", "")), tongue.around].into_iter().flatten();
        frames.find_map(|frame| {
            let around = Self {
                tongue,
                frame,
                before,
                after,
            };
            around.is_node(own, 0..own.len()).then_some(around)
        })
    }

    /// Returns whether a range of a text, in the place of the match, is a node of its own.
    fn is_node(&self, text: &str, range: Range<usize>) -> bool {
        let (start, end) = self.frame;
        let whole = [start, self.before, text, self.after, end].concat();
        let shift = start.len() + self.before.len();
        let range = range.start + shift..range.end + shift;
        let tree = self.tongue.ast_grep(&whole);
        let mut node = tree.root();
        loop {
            if node.range() == range && node.is_named() && !node.is_error() {
                return true;
            }
            let holds = |child: &Node<'_, StrDoc<Tongue>>| {
                child.range().start <= range.start && range.end <= child.range().end
            };
            let Some(child) = node.children().find(holds) else {
                return false;
            };
            node = child;
        }
    }
}
