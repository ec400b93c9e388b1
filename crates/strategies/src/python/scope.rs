//! Names: where they are bound, where they are read, and which binding a reading means.
//!
//! Follows the rules of the language reference (4.2.2, *Resolution of names*): a name is looked up
//! in the function it is read in, then in the enclosing functions, then in the module, then among
//! the builtins; a class body is seen only by code that is directly in it.

mod build;

use std::collections::BTreeMap;

use ruff_text_size::{TextRange, TextSize};

use super::source::Source;

/// Index of a scope.
pub(crate) type ScopeId = usize;

/// Every scope and every reading of a name in one file.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    scopes: Vec<Scope>,
    references: Vec<Reference>,
    has_star_import: bool,
}

/// A stretch of text with names of its own.
#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) kind: ScopeKind,
    pub(crate) range: TextRange,
    pub(crate) parent: Option<ScopeId>,
    /// By name, in the order of the text.
    pub(crate) bindings: BTreeMap<String, Vec<Binding>>,
    /// Names declared `global` or `nonlocal` here, and the scope that they are bound in.
    foreign: BTreeMap<String, ScopeId>,
}

/// The construct that opens a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Module,
    Class,
    Function,
    Comprehension,
}

/// A place where a name gets a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Binding {
    pub(crate) kind: BindingKind,
    /// The name itself.
    pub(crate) range: TextRange,
}

/// How a name gets its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BindingKind {
    Import,
    Function,
    Class,
    Parameter,
    /// Assignments, loops, `with`, `except`, patterns.
    Assignment,
}

/// A place where a name is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) name: String,
    pub(crate) range: TextRange,
    pub(crate) scope: ScopeId,
    pub(crate) usage: Usage,
}

/// The use of a value that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Usage {
    /// `name(...)`
    Called,
    /// `name.a.b`, with the attributes in order, and whether the last of them is called.
    Attribute { path: Vec<String>, called: bool },
    /// `name += 1`, which reads and writes.
    Updated,
    /// Anything else.
    Plain,
}

impl Scopes {
    /// The names of a file.
    pub(crate) fn of(source: &Source) -> Self {
        build::build(source)
    }

    /// Every reading, in the order of the text.
    pub(crate) fn references(&self) -> &[Reference] {
        &self.references
    }

    pub(crate) fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id]
    }

    /// Returns whether `from x import *` may bind names that cannot be seen here.
    pub(crate) fn has_star_import(&self) -> bool {
        self.has_star_import
    }

    /// The innermost scope that a byte is in.
    pub(crate) fn scope_at(&self, offset: TextSize) -> ScopeId {
        // Scopes are numbered as they open, so that the last one around a place is the innermost.
        let innermost = self.scopes.iter().rposition(|scope| scope.range.contains(offset));
        innermost.unwrap_or(0)
    }

    /// The scopes in which a name that is read in `scope` is looked up, in this order.
    pub(crate) fn lookup(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        let enclosing = std::iter::successors(Some(scope), |&id| self.scopes[id].parent);
        enclosing.filter(move |&id| id == scope || self.scopes[id].kind != ScopeKind::Class)
    }

    /// The scope that binds a name which is read in `scope`, if one does.
    pub(crate) fn binding_scope(&self, scope: ScopeId, name: &str) -> Option<ScopeId> {
        self.lookup(scope)
            .find(|&id| self.scopes[id].bindings.contains_key(name))
    }

    /// Every name visible in a scope, with its first binding, from the inside out.
    pub(crate) fn visible(&self, scope: ScopeId) -> BTreeMap<&str, (ScopeId, Binding)> {
        let mut visible = BTreeMap::new();
        for id in self.lookup(scope) {
            for (name, bindings) in &self.scopes[id].bindings {
                if let Some(first) = bindings.first() {
                    visible.entry(name.as_str()).or_insert((id, *first));
                }
            }
        }
        visible
    }

    /// The readings of a name that mean the binding in `scope`.
    pub(crate) fn readings(&self, scope: ScopeId, name: &str) -> impl Iterator<Item = &Reference> {
        self.references
            .iter()
            .filter(move |reading| reading.name == name)
            .filter(move |reading| self.binding_scope(reading.scope, name) == Some(scope))
    }

    /// The readings of a name that nothing in the file binds.
    pub(crate) fn unbound<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Reference> {
        let readings = self.references.iter().filter(move |reading| reading.name == name);
        readings.filter(|reading| self.binding_scope(reading.scope, &reading.name).is_none())
    }

    /// The function (or module, or class) that a scope belongs to: comprehensions have none of their own.
    pub(crate) fn body_of(&self, scope: ScopeId) -> ScopeId {
        let mut enclosing = std::iter::successors(Some(scope), |&id| self.scopes[id].parent);
        enclosing
            .find(|&id| self.scopes[id].kind != ScopeKind::Comprehension)
            .unwrap_or(0)
    }
}
