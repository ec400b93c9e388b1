//! The functions that took part when a program failed.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::{Node, Tree};
use unbreak_core::{Diagnostic, Edit, FixError, Location, RelPath, Workspace};

use crate::lines::Lines;
use crate::syntax_tree::parse;
use crate::type_fix::compiled::language::Language;
use crate::type_fix::compiled::site::{children, each};
use crate::type_fix::functions;
use crate::weights::stack;

/// Files of the project that are read.
const MOST_FILES: usize = 200;
/// Functions that can have taken part.
const MOST_FUNCTIONS: usize = 60;
/// A name that more functions have does not show which one was called.
const MOST_NAMESAKES: usize = 3;

/// A file, read.
pub(super) struct Source {
    pub(super) file: RelPath,
    text: String,
    tree: Tree,
}

/// A part of a file: nodes live as long as their trees.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    source: usize,
    range: Range<usize>,
}

/// A function that took part.
#[derive(Clone, Copy)]
pub(super) struct Step<'t> {
    pub(super) source: &'t Source,
    pub(super) function: Node<'t>,
    /// The likelihood of a fault in it, by its distance from the stack.
    pub(super) nearness: f64,
}

/// The functions that took part when a program failed.
pub(super) struct Trail {
    sources: Vec<Source>,
    /// The project's functions by their names.
    named: BTreeMap<String, Vec<Part>>,
    /// The functions of the stack, the innermost first, then their callees.
    steps: Vec<Part>,
    of_the_stack: usize,
}

impl Trail {
    pub(super) fn of(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> Self {
        let sources = sources(workspace);
        let mut trail = Self {
            named: named(&sources),
            sources,
            steps: Vec::new(),
            of_the_stack: 0,
        };
        let own = diagnostic.frames.iter().filter(|frame| frame.in_workspace);
        let places = own.rev().map(|frame| &frame.location);
        for place in places.chain([&diagnostic.location]) {
            trail.enter(place, workspace);
        }
        trail.of_the_stack = trail.steps.len();
        trail.follow();
        trail
    }

    /// The function around a place.
    fn enter(&mut self, place: &Location, workspace: &dyn Workspace) {
        let file = place.file.as_deref().and_then(|file| workspace.locate(file));
        let source = self
            .sources
            .iter()
            .position(|source| Some(&source.file) == file.as_ref());
        let (Some(index), Some(line)) = (source, place.line) else {
            return;
        };
        let source = &self.sources[index];
        let Some(at) = Lines::of(&source.text).offset(&source.text, line, place.column.unwrap_or(1)) else {
            return;
        };
        let node = source.tree.root_node().descendant_for_byte_range(at, at);
        // Code around it has a frame of its own, or has finished: the suite around a test.
        if let Some(function) = node.and_then(function_at) {
            let range = function.byte_range();
            self.push(Part { source: index, range });
        }
    }

    /// Adds the functions' callees, and the callees of those.
    fn follow(&mut self) {
        let mut at = 0;
        while at < self.steps.len() && self.steps.len() < MOST_FUNCTIONS {
            let Some(step) = self.step(at) else { break };
            let source = self.steps[at].source;
            let calls = step.calls();
            let by_name = calls
                .iter()
                .filter_map(|call| self.parts(step.source.callee(*call)?));
            let handed_over = calls
                .iter()
                .flat_map(|call| handed_over(*call))
                .map(|function| Part {
                    source,
                    range: function.byte_range(),
                });
            let called: Vec<Part> = by_name.flatten().cloned().chain(handed_over).collect();
            for part in called {
                self.push(part);
            }
            at += 1;
        }
    }

    fn push(&mut self, part: Part) {
        if !self.steps.contains(&part) && self.steps.len() < MOST_FUNCTIONS {
            self.steps.push(part);
        }
    }

    fn parts(&self, name: &str) -> Option<&[Part]> {
        let parts = self.named.get(name)?;
        (parts.len() <= MOST_NAMESAKES).then_some(parts.as_slice())
    }

    fn step(&self, index: usize) -> Option<Step<'_>> {
        let nearness = if index < self.of_the_stack {
            1.0
        } else {
            stack::called()
        };
        self.resolve(self.steps.get(index)?, nearness)
    }

    fn resolve(&self, part: &Part, nearness: f64) -> Option<Step<'_>> {
        let source = self.sources.get(part.source)?;
        let Range { start, end } = part.range;
        let node = source.tree.root_node().descendant_for_byte_range(start, end)?;
        Some(Step {
            source,
            function: function_at(node)?,
            nearness,
        })
    }

    /// The functions that took part, the nearest first.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        (0..self.steps.len()).filter_map(|index| self.step(index))
    }

    /// The project's functions of a name.
    pub(super) fn named(&self, name: &str) -> Vec<Step<'_>> {
        let parts = self.parts(name).unwrap_or_default();
        parts.iter().filter_map(|part| self.resolve(part, 1.0)).collect()
    }

    /// Returns whether the result of a function is used anywhere.
    pub(super) fn is_result_used(&self, name: &str) -> bool {
        self.steps().any(|step| {
            let mut calls = step.calls().into_iter();
            calls.any(|call| step.source.callee(call) == Some(name) && is_used(call))
        })
    }
}

impl<'t> Step<'t> {
    /// The calls within the function.
    pub(super) fn calls(&self) -> Vec<Node<'t>> {
        let mut calls = Vec::new();
        each(self.function, &mut |node| {
            if matches!(node.kind(), "call_expression" | "new_expression") {
                calls.push(node);
            }
        });
        calls
    }

    pub(super) fn is_async(&self) -> bool {
        functions::is_async(self.function)
    }

    /// Its declared return type.
    pub(super) fn result(&self) -> Option<&'t str> {
        let written = self.function.child_by_field_name("return_type")?;
        Some(self.source.slice(written).trim_start_matches(':').trim())
    }

    /// The name by which it is called.
    pub(super) fn name(&self) -> Option<&'t str> {
        name(self.function).map(|name| self.source.slice(name))
    }

    /// The names of its parameters in order; none where one is taken apart.
    pub(super) fn parameters(&self) -> Vec<&'t str> {
        let list = self.function.child_by_field_name("parameters");
        let parameters = list.map(children).unwrap_or_default().into_iter();
        let bare = |parameter: Node<'t>| {
            let fields = ["pattern", "left"];
            let inner = fields
                .iter()
                .find_map(|field| parameter.child_by_field_name(field));
            let inner = inner.unwrap_or(parameter);
            if inner.kind() == "identifier" {
                self.source.slice(inner)
            } else {
                ""
            }
        };
        parameters.map(bare).collect()
    }
}

impl Source {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn slice(&self, node: Node<'_>) -> &str {
        &self.text[node.byte_range()]
    }

    /// The name by which something is called, without the object.
    pub(super) fn callee(&self, call: Node<'_>) -> Option<&str> {
        let fields = ["function", "constructor"];
        let callee = fields.iter().find_map(|field| call.child_by_field_name(field))?;
        self.last_name(callee)
    }

    /// The last name of a value: its own, or the member's.
    pub(super) fn last_name(&self, value: Node<'_>) -> Option<&str> {
        match value.kind() {
            "identifier" => Some(self.slice(value)),
            "member_expression" => value.child_by_field_name("property").map(|name| self.slice(name)),
            _ => None,
        }
    }

    pub(super) fn insert(&self, at: usize, text: &str) -> Result<Edit, FixError> {
        Edit::insert(&self.file, &self.text, at, text)
    }

    pub(super) fn replace(&self, node: Node<'_>, text: &str) -> Result<Edit, FixError> {
        Edit::replace(&self.file, &self.text, node.byte_range(), text)
    }
}

pub(super) fn is_function(node: Node<'_>) -> bool {
    functions::SCRIPT.contains(&node.kind())
}

/// The innermost function around a node.
pub(super) fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    function_at(node.parent()?)
}

/// A node, if it is a function, or the innermost one around it.
fn function_at(node: Node<'_>) -> Option<Node<'_>> {
    let mut around = Some(node);
    while let Some(here) = around.filter(|here| !is_function(*here)) {
        around = here.parent();
    }
    around
}

/// The functions that a call is given to call.
fn handed_over(call: Node<'_>) -> Vec<Node<'_>> {
    let arguments = call.child_by_field_name("arguments").map(children);
    arguments
        .unwrap_or_default()
        .into_iter()
        .filter(|argument| is_function(*argument))
        .collect()
}

/// Returns whether something is done with a value.
pub(super) fn is_used(value: Node<'_>) -> bool {
    let parent = value.parent().map(|parent| match parent.kind() {
        "await_expression" => parent.parent().unwrap_or(parent),
        _ => parent,
    });
    parent.is_some_and(|parent| parent.kind() != "expression_statement")
}

/// The name of a function, or of the variable it is assigned to.
fn name(function: Node<'_>) -> Option<Node<'_>> {
    let parent = || function.parent();
    let of_parent = |field: &str| parent().and_then(|parent| parent.child_by_field_name(field));
    function
        .child_by_field_name("name")
        .or_else(|| match parent()?.kind() {
            "variable_declarator" | "public_field_definition" => of_parent("name"),
            "field_definition" => of_parent("property"),
            "pair" => of_parent("key"),
            _ => None,
        })
}

fn sources(workspace: &dyn Workspace) -> Vec<Source> {
    let files = workspace.files();
    let scripts = files
        .iter()
        .filter(|file| super::ENDINGS.contains(&file.extension()));
    scripts
        .take(MOST_FILES)
        .filter_map(|file| read(file, workspace))
        .collect()
}

fn read(file: &RelPath, workspace: &dyn Workspace) -> Option<Source> {
    let text = workspace.read_text(file).ok()?;
    let tree = parse(&(Language::of(file)?.grammar)(), &text)?;
    Some(Source {
        file: file.clone(),
        text,
        tree,
    })
}

fn named(sources: &[Source]) -> BTreeMap<String, Vec<Part>> {
    let mut named: BTreeMap<String, Vec<Part>> = BTreeMap::new();
    for (index, source) in sources.iter().enumerate() {
        each(source.tree.root_node(), &mut |node| {
            if let Some(name) = Some(node).filter(|node| is_function(*node)).and_then(name) {
                let parts = named.entry(source.slice(name).to_owned()).or_default();
                parts.push(Part {
                    source: index,
                    range: node.byte_range(),
                });
            }
        });
    }
    named
}
