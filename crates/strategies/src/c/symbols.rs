//! The declarations of a text: names, the shapes of their types, and where they are visible.
//!
//! They are read from tokens, so that a broken text has declarations too.

mod reader;

use std::ops::Range;

use super::source::Source;

/// A declared name.
#[derive(Debug, Clone)]
pub(super) struct Symbol<'a> {
    pub(super) name: &'a str,
    /// The words of the type before the declarator: `unsigned long`, `struct node`.
    pub(super) base: String,
    /// Stars before the name.
    pub(super) pointers: usize,
    /// The sizes in its square brackets, as token ranges.
    pub(super) sizes: Vec<Range<usize>>,
    pub(super) role: Role,
    /// The token of the name in its declaration.
    pub(super) token: usize,
    /// The first token of the declaration, and the one after its end.
    pub(super) declaration: Range<usize>,
    /// Tokens among which it can be seen.
    pub(super) scope: Range<usize>,
}

/// The kind of entity that a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Variable,
    Parameter,
    /// A function with its number of parameters.
    Function(usize),
    Member,
    /// The tag of a struct, union or enumeration.
    Tag,
    Typedef,
    Constant,
    Macro,
}

impl Symbol<'_> {
    /// The number of times it can be subscripted.
    pub(super) fn depth(&self) -> usize {
        self.pointers + self.sizes.len()
    }

    pub(super) fn is_value(&self) -> bool {
        matches!(
            self.role,
            Role::Variable | Role::Parameter | Role::Constant | Role::Macro
        )
    }

    pub(super) fn is_function(&self) -> bool {
        matches!(self.role, Role::Function(_))
    }
}

/// The declarations of a text.
pub(super) struct Symbols<'a> {
    pub(super) all: Vec<Symbol<'a>>,
}

impl<'a> Symbols<'a> {
    pub(super) fn of(source: &Source<'a>) -> Self {
        Self {
            all: reader::declarations(source),
        }
    }

    /// All symbols visible at a token; the nearest come last.
    pub(super) fn visible(&self, at: usize) -> impl DoubleEndedIterator<Item = &Symbol<'a>> {
        self.all
            .iter()
            .filter(move |symbol| symbol.scope.contains(&at) && symbol.role != Role::Member)
    }

    /// The declaration that a name at a token refers to.
    pub(super) fn lookup(&self, name: &str, at: usize) -> Option<&Symbol<'a>> {
        self.visible(at).rfind(|symbol| symbol.name == name)
    }

    /// Members of this name, of any struct.
    pub(super) fn members(&self) -> impl Iterator<Item = &Symbol<'a>> {
        self.all.iter().filter(|symbol| symbol.role == Role::Member)
    }
}

/// The token after the statement that begins at one.
pub(super) fn end_of_statement(source: &Source<'_>, start: usize) -> usize {
    let mut at = start;
    while at < source.tokens.len() {
        match source.word(at) {
            "{" => return source.partner(at).map_or(source.tokens.len(), |close| close + 1),
            "(" => at = source.partner(at).unwrap_or(at),
            ";" => return at + 1,
            "}" => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The arguments between two brackets, as token ranges; none when there is nothing.
pub(super) fn arguments(source: &Source<'_>, open: usize, close: usize) -> Vec<Range<usize>> {
    let mut arguments = Vec::new();
    let mut start = open + 1;
    let mut at = start;
    while at < close {
        match source.word(at) {
            "(" | "[" | "{" => at = source.partner(at).unwrap_or(at).min(close),
            "," => {
                arguments.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if close > open + 1 {
        arguments.push(start..close);
    }
    arguments
}
