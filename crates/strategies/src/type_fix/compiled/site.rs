//! The place of a compiler's diagnostic in the tree of its file.

use std::ops::Range;

use tree_sitter::{Node, Tree};
use unbreak_core::{Diagnostic, Edit, Fact, FixContext, FixError, RelPath, Workspace};

use super::language::Language;
use crate::lines::Lines;
use crate::syntax_tree::parse;

/// Files of the workspace that are looked into for a definition.
const MOST_FILES: usize = 200;

/// A place in a file.
pub(super) struct Site<'a> {
    pub(super) workspace: &'a dyn Workspace,
    pub(super) file: &'a RelPath,
    pub(super) diagnostic: &'a Diagnostic,
    /// Everything that the tool reported.
    pub(super) diagnostics: &'a [Diagnostic],
    pub(super) language: &'static Language,
    pub(super) fact: &'a Fact,
    text: String,
    tree: Tree,
    /// The range that the message points to, up to its end if there is one.
    pub(super) at: Range<usize>,
}

/// A parameter of a function of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: Option<String>,
}

impl Parameter {
    /// The parameters of a list in TypeScript.
    pub(super) fn of_typescript(list: Node<'_>, text: &str) -> Vec<Self> {
        let named = children(list).into_iter().filter_map(|node| {
            // In JavaScript a parameter is its name alone.
            let name = match node.kind() {
                "identifier" => node,
                _ => node.child_by_field_name("pattern")?,
            };
            Some(Self {
                name: text[name.byte_range()].to_owned(),
                kind: type_of(node).map(|kind| clean(&text[kind.byte_range()])),
            })
        });
        named.collect()
    }
}

impl<'a> Site<'a> {
    pub(super) fn new(
        context: &'a FixContext<'_>,
        file: &'a RelPath,
        language: &'static Language,
        diagnostic: &'a Diagnostic,
        fact: &'a Fact,
    ) -> Option<Self> {
        let workspace = context.workspace;
        let text = workspace.read_text(file).ok()?;
        let tree = parse(&(language.grammar)(), &text)?;
        let lines = Lines::of(&text);
        let place = &diagnostic.location;
        let start = lines.offset(&text, place.line?, place.column?)?;
        let end = match (place.end_line, place.end_column) {
            (Some(line), Some(column)) => lines.offset(&text, line, column)?,
            _ => start,
        };
        Some(Self {
            workspace,
            file,
            diagnostic,
            diagnostics: context.diagnostics,
            language,
            fact,
            tree,
            at: start..end.max(start),
            text,
        })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    pub(super) fn slice(&self, node: Node<'_>) -> &str {
        &self.text[node.byte_range()]
    }

    /// The node that the message points to: the smallest around the marked range, or the largest
    /// expression that begins there.
    pub(super) fn node(&self) -> Option<Node<'_>> {
        let end = self.at.end.max((self.at.start + 1).min(self.text.len()));
        let mut node = self
            .tree
            .root_node()
            .named_descendant_for_byte_range(self.at.start, end)?;
        if self.at.is_empty() {
            while let Some(parent) = node
                .parent()
                .filter(|parent| parent.start_byte() == node.start_byte() && is_expression(parent.kind()))
            {
                node = parent;
            }
        }
        Some(node)
    }

    /// The smallest node at the place.
    pub(super) fn leaf(&self) -> Option<Node<'_>> {
        self.node_at(self.at.start)
    }

    /// The innermost node of one of these kinds around the place.
    pub(super) fn around(&self, kinds: &[&str]) -> Option<Node<'_>> {
        self.up(self.leaf()?, kinds)
    }

    /// The smallest node at a byte of the file.
    pub(super) fn node_at(&self, at: usize) -> Option<Node<'_>> {
        let end = (at + 1).min(self.text.len());
        self.tree.root_node().named_descendant_for_byte_range(at, end)
    }

    /// The tool's text beside the message: its remarks, then its advice.
    pub(super) fn words(&self) -> impl Iterator<Item = &'a str> {
        let notes = self.diagnostic.notes.iter().map(|note| note.message.as_str());
        notes.chain(self.diagnostic.advice.as_deref())
    }

    /// The first place in the file that a remark of this kind points at.
    pub(super) fn noted(&self, is_it: impl Fn(&str) -> bool) -> Option<usize> {
        self.all_noted(is_it).into_iter().next()
    }

    /// The places in the file that remarks of this kind point at.
    pub(super) fn all_noted(&self, is_it: impl Fn(&str) -> bool) -> Vec<usize> {
        let lines = Lines::of(&self.text);
        let notes = self.diagnostic.notes.iter().filter(|note| is_it(&note.message));
        let places = notes.map(|note| &note.location).filter(|place| {
            let file = place.file.as_deref().and_then(|file| self.workspace.locate(file));
            file.as_ref() == Some(self.file)
        });
        places
            .filter_map(|place| lines.offset(&self.text, place.line?, place.column?))
            .collect()
    }

    /// The innermost node of one of these kinds around another, or itself.
    pub(super) fn up<'t>(&self, node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
        let mut node = Some(node);
        while let Some(here) = node {
            if kinds.contains(&here.kind()) {
                return Some(here);
            }
            node = here.parent();
        }
        None
    }

    /// The function around the place.
    pub(super) fn function(&self) -> Option<Node<'_>> {
        self.around(self.language.definitions)
    }

    /// The call that the place belongs to, the callee's name, and its arguments.
    pub(super) fn call(&self) -> Option<(Node<'_>, String, Vec<Node<'_>>)> {
        let kinds: Vec<&str> = self.language.calls.iter().map(|(kind, _)| *kind).collect();
        let mut call = self.around(&kinds)?;
        // A message that points behind a name in a longer chain is about the call of that name.
        while let Some(outer) = call
            .parent()
            .filter(|outer| outer.start_byte() == call.start_byte() && kinds.contains(&outer.kind()))
        {
            call = outer;
        }
        let (_, field) = self
            .language
            .calls
            .iter()
            .find(|(kind, _)| *kind == call.kind())?;
        let callee = self.slice(call.child_by_field_name(field)?);
        let bare = callee.split('<').next().unwrap_or(callee);
        let name = bare.rsplit(['.', ':']).next().unwrap_or(bare).to_owned();
        let list = call.child_by_field_name("arguments")?;
        let arguments = children(list);
        Some((call, name, arguments))
    }

    /// The parameters of every function of a name in the workspace's files of the language, this file's
    /// alone if it has any.
    pub(super) fn signatures(&self, name: &str) -> Vec<Vec<Parameter>> {
        let own = signatures(self.language, self.tree.root_node(), &self.text, name);
        if !own.is_empty() {
            return own;
        }
        let files = self.workspace.files();
        let others = files
            .iter()
            .filter(|file| file.extension() == self.file.extension() && *file != self.file);
        let mut found = Vec::new();
        for file in others.take(MOST_FILES) {
            let text = self.workspace.read_text(file).unwrap_or_default();
            if !text.contains(name) {
                continue;
            }
            if let Some(tree) = parse(&(self.language.grammar)(), &text) {
                found.extend(signatures(self.language, tree.root_node(), &text, name));
            }
        }
        found
    }

    /// The first result of `find` in the trees of the language's files that contain a word, this
    /// file's first.
    pub(super) fn in_files<T>(&self, word: &str, find: impl Fn(Node<'_>, &str) -> Option<T>) -> Option<T> {
        if let Some(found) = find(self.tree.root_node(), &self.text) {
            return Some(found);
        }
        let files = self.workspace.files();
        let others = files
            .iter()
            .filter(|file| file.extension() == self.file.extension() && *file != self.file);
        let texts = others
            .take(MOST_FILES)
            .filter_map(|file| self.workspace.read_text(file).ok());
        let mut holding = texts.filter(|text| text.contains(word));
        holding.find_map(|text| find(parse(&(self.language.grammar)(), &text)?.root_node(), &text))
    }

    /// The type behind an alias that the workspace defines: `type Name = ...;`.
    pub(super) fn alias(&self, name: &str) -> Option<String> {
        let files = self.workspace.files();
        let own = std::iter::once(self.file);
        let others = files
            .iter()
            .filter(|file| file.extension() == self.file.extension());
        let head = format!("type {name} =");
        let mut texts = own
            .chain(others)
            .take(MOST_FILES)
            .filter_map(|file| self.workspace.read_text(file).ok());
        texts.find_map(|text| {
            let rest = &text[text.find(&head)? + head.len()..];
            let end = rest.find(';').or_else(|| rest.find("\n\n")).unwrap_or(rest.len());
            Some(rest[..end].to_owned())
        })
    }

    /// The values that the function around the place has at it, with their types where they are written.
    pub(super) fn values(&self) -> Vec<Parameter> {
        let Some(function) = self.function() else {
            return Vec::new();
        };
        let mut values = Vec::new();
        each(function, &mut |node| {
            let kinds = self.language.parameters.iter().chain(self.language.locals);
            let field = kinds
                .clone()
                .find(|(kind, _)| *kind == node.kind())
                .map(|(_, field)| *field);
            let is_before = node.end_byte() <= self.at.start;
            if let Some(name) = field
                .filter(|_| is_before)
                .and_then(|field| node.child_by_field_name(field))
            {
                let kind = type_of(node).or_else(|| type_of(node.parent()?));
                let kind = kind.map(|kind| clean(self.slice(kind)));
                let words = self
                    .slice(name)
                    .split(',')
                    .map(|name| name.trim().trim_start_matches("mut "));
                values.extend(words.map(|name| Parameter {
                    name: name.to_owned(),
                    kind: kind.clone(),
                }));
            }
        });
        values
    }

    /// The type of an expression, where it is a literal or a value whose type is written.
    pub(super) fn type_of(&self, node: Node<'_>) -> Option<String> {
        let literal = self
            .language
            .literals
            .iter()
            .find(|(kind, _)| *kind == node.kind());
        if let Some((_, kind)) = literal {
            return Some((*kind).to_owned());
        }
        let written = self.slice(node);
        self.values()
            .into_iter()
            .rev()
            .find(|value| value.name == written)?
            .kind
    }

    pub(super) fn replace(&self, range: Range<usize>, text: impl Into<String>) -> Result<Edit, FixError> {
        Edit::replace(self.file, &self.text, range, text)
    }

    pub(super) fn insert(&self, at: usize, text: impl Into<String>) -> Result<Edit, FixError> {
        Edit::insert(self.file, &self.text, at, text)
    }
}

fn is_expression(kind: &str) -> bool {
    const VALUES: &[&str] = &[
        "method_invocation",
        "field_access",
        "array_access",
        "object_creation_expression",
        "identifier",
        "selector_expression",
        "index_expression",
        "slice_expression",
        "composite_literal",
    ];
    let is_value = kind.ends_with("_expression") || VALUES.contains(&kind);
    is_value
        && !matches!(
            kind,
            "assignment_expression" | "lambda_expression" | "expression_statement"
        )
}

fn type_of(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("type")
}

/// A type as it is written, without the colon of an annotation.
fn clean(kind: &str) -> String {
    kind.trim_start_matches(':').trim().to_owned()
}

fn signatures(language: &Language, root: Node<'_>, text: &str, name: &str) -> Vec<Vec<Parameter>> {
    let mut found = Vec::new();
    each(root, &mut |node| {
        let is_it = language.definitions.contains(&node.kind())
            && node
                .child_by_field_name("name")
                .is_some_and(|own| &text[own.byte_range()] == name);
        if let Some(list) = node.child_by_field_name("parameters").filter(|_| is_it) {
            found.push(parameters(language, list, text));
        }
    });
    found
}

fn parameters(language: &Language, list: Node<'_>, text: &str) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for node in children(list) {
        let Some((_, field)) = language.parameters.iter().find(|(kind, _)| *kind == node.kind()) else {
            continue;
        };
        let kind = type_of(node).map(|kind| clean(&text[kind.byte_range()]));
        let mut cursor = node.walk();
        // Go gives several names one type.
        for name in node.children_by_field_name(field, &mut cursor) {
            let name = text[name.byte_range()].trim_start_matches("mut ").to_owned();
            parameters.push(Parameter {
                name,
                kind: kind.clone(),
            });
        }
    }
    parameters
}

/// The named children of a node, comments aside.
pub(in crate::type_fix) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !child.is_extra())
        .collect()
}

/// Shows a node and all below it, in the order of the text.
pub(in crate::type_fix) fn each<'t>(node: Node<'t>, visit: &mut impl FnMut(Node<'t>)) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        visit(node);
        let mut cursor = node.walk();
        let mut below: Vec<Node<'t>> = node.children(&mut cursor).collect();
        below.reverse();
        open.extend(below);
    }
}
