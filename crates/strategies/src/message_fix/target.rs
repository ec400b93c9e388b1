//! The ways an old name occurs in Python code: an attribute, a name, a keyword, an import, a text.

use ruff_python_ast::{AnyNodeRef, Expr, ExprAttribute, ExprCall, Identifier, Stmt};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::RelPath;

use super::Dotted;
use crate::python::imports::{Imported, imported};
use crate::python::modules::Modules;
use crate::python::project::Parsed;
use crate::python::scope::{BindingKind, Usage};

/// A place where the old name is.
pub(super) enum Target<'p> {
    /// `receiver.old`, and the module that the receiver is.
    Attribute(&'p ExprAttribute, Option<String>),
    /// The import of `old`, on the line or of a name on the line.
    Import(Imported<'p>),
    /// `old`, a function or class of the file, or a builtin.
    Name(TextRange),
    /// `callee(old=...)`
    Keyword(&'p ExprCall, &'p Identifier),
    /// `"old"`
    Text(TextRange),
}

/// Looks for an old name in one file.
pub(super) struct Search<'p> {
    pub(super) parsed: &'p Parsed,
    pub(super) modules: &'p Modules,
    pub(super) old: Dotted<'p>,
}

impl<'p> Search<'p> {
    /// The places of the old name on a line, else in the statement around it. All are of one kind.
    pub(super) fn at(&self, line: u32) -> Vec<Target<'p>> {
        let found = self.within(line, line);
        if !found.is_empty() {
            return found;
        }
        let (first, last) = self.statement(line);
        self.within(first, last)
    }

    /// The lines of the innermost statement around a line that contains no others.
    fn statement(&self, line: u32) -> (u32, u32) {
        let source = &self.parsed.source;
        let mut lines = (line, line);
        source.each_statement(|statement| {
            let is_simple = matches!(
                statement,
                Stmt::Expr(_)
                    | Stmt::Assign(_)
                    | Stmt::AnnAssign(_)
                    | Stmt::AugAssign(_)
                    | Stmt::Return(_)
                    | Stmt::Import(_)
                    | Stmt::ImportFrom(_)
                    | Stmt::Assert(_)
                    | Stmt::Raise(_)
            );
            let range = (source.line_of(statement.start()), source.line_of(statement.end()));
            if is_simple && (range.0..=range.1).contains(&line) {
                lines = range;
            }
        });
        lines
    }

    fn within(&self, first: u32, last: u32) -> Vec<Target<'p>> {
        let source = &self.parsed.source;
        let is_here = |range: TextRange| (first..=last).contains(&source.line_of(range.start()));
        let mut code = Vec::new();
        let mut keywords = Vec::new();
        let mut texts = Vec::new();
        source.each_node(|node| match node {
            AnyNodeRef::ExprAttribute(it) if is_here(it.attr.range) => code.extend(self.attribute(it)),
            AnyNodeRef::ExprName(it) if it.id.as_str() == self.old.last && is_here(it.range) => {
                code.extend(self.name(it.range));
            }
            AnyNodeRef::ExprCall(call) => keywords.extend(self.keyword(call, is_here)),
            AnyNodeRef::ExprStringLiteral(it) if is_here(it.range) && it.value.to_str() == self.old.last => {
                texts.push(Target::Text(it.range));
            }
            _ => {}
        });
        let imports = imported(source)
            .into_iter()
            .filter(|import| is_here(import.alias.range));
        code.extend(
            imports
                .filter(|import| self.is_import(import))
                .map(Target::Import),
        );
        let kinds = [code, keywords, texts];
        kinds
            .into_iter()
            .find(|kind| !kind.is_empty())
            .unwrap_or_default()
    }

    fn file(&self) -> &RelPath {
        self.parsed.source.file()
    }

    fn attribute(&self, it: &'p ExprAttribute) -> Option<Target<'p>> {
        if it.attr.as_str() != self.old.last {
            return None;
        }
        let module = self.module_of(&it.value);
        let text = self.parsed.source.slice(&*it.value);
        let prefix = self.old.prefix;
        let is_class = |name: &str| {
            let last = name.rsplit('.').next().unwrap_or_default();
            last.starts_with(|c: char| c.is_uppercase())
        };
        let fits = prefix.is_empty()
            || prefix == text
            || match &module {
                Some(module) => denotes(prefix, module),
                None => is_class(prefix),
            };
        fits.then_some(Target::Attribute(it, module))
    }

    /// The dotted name of the module, or member of one, that an expression is by its imports.
    pub(super) fn module_of(&self, expression: &Expr) -> Option<String> {
        match expression {
            Expr::Name(name) => {
                let import = self.import_of(name.range)?;
                import.target(self.file(), self.modules)
            }
            Expr::Attribute(inner) => Some(format!("{}.{}", self.module_of(&inner.value)?, inner.attr)),
            _ => None,
        }
    }

    /// The import that binds a name which is read somewhere.
    fn import_of(&self, reading: TextRange) -> Option<Imported<'p>> {
        let scopes = &self.parsed.scopes;
        let name = &self.parsed.source.text()[reading.to_std_range()];
        let scope = scopes.binding_scope(scopes.scope_at(reading.start()), name)?;
        let bindings = &scopes.scope(scope).bindings[name];
        let [binding] = bindings.as_slice() else {
            return None;
        };
        let all = imported(&self.parsed.source);
        all.into_iter()
            .find(|import| import.bound() == name && import.alias.range.contains_range(binding.range))
    }

    fn name(&self, range: TextRange) -> Option<Target<'p>> {
        if let Some(import) = self.import_of(range) {
            return self.is_import(&import).then_some(Target::Import(import));
        }
        let scopes = &self.parsed.scopes;
        let scope = scopes.binding_scope(scopes.scope_at(range.start()), self.old.last);
        let is_defined = |scope| {
            let bindings = &scopes.scope(scope).bindings[self.old.last];
            let is_definition = |kind| matches!(kind, BindingKind::Function | BindingKind::Class);
            bindings.iter().all(|binding| is_definition(binding.kind))
        };
        (self.old.prefix.is_empty() && scope.is_none_or(is_defined)).then_some(Target::Name(range))
    }

    fn is_import(&self, import: &Imported<'_>) -> bool {
        let Some(module) = import.absolute_module(self.file(), self.modules) else {
            return false;
        };
        let Dotted { prefix, last } = self.old;
        match import.from {
            Some(_) => import.name() == last && (prefix.is_empty() || denotes(prefix, &module)),
            None if prefix.is_empty() => module == last,
            None => module == format!("{prefix}.{last}"),
        }
    }

    fn keyword(&self, call: &'p ExprCall, is_here: impl Fn(TextRange) -> bool) -> Option<Target<'p>> {
        let mut names = call
            .arguments
            .keywords
            .iter()
            .filter_map(|keyword| keyword.arg.as_ref());
        let name = names.find(|name| name.as_str() == self.old.last && is_here(name.range))?;
        self.old.prefix.is_empty().then_some(Target::Keyword(call, name))
    }

    /// Every other place in the file where the old name is read from the same module.
    pub(super) fn same_attributes(&self, module: &str) -> Vec<&'p ExprAttribute> {
        let mut found = Vec::new();
        self.parsed.source.each_node(|node| {
            if let AnyNodeRef::ExprAttribute(it) = node
                && it.attr.as_str() == self.old.last
                && self.module_of(&it.value).as_deref() == Some(module)
            {
                found.push(it);
            }
        });
        found
    }

    /// The members that the file reads from an import's bindings; `None` where it is used otherwise.
    pub(super) fn asked_of(&self, import: &Imported<'_>) -> Option<Vec<&'p str>> {
        let scopes = &self.parsed.scopes;
        let scope = scopes.binding_scope(scopes.scope_at(import.alias.start()), import.bound())?;
        let asked = scopes
            .readings(scope, import.bound())
            .map(|reading| match &reading.usage {
                Usage::Attribute { path, .. } => path.first().map(String::as_str),
                _ => None,
            });
        asked.collect()
    }
}

/// Returns whether a message's name for a module means this one: by its name, or by a usual short form
/// (`np` for `numpy`).
pub(super) fn denotes(said: &str, module: &str) -> bool {
    let (head, rest) = said.split_once('.').unwrap_or((said, ""));
    let (own_head, own_rest) = module.split_once('.').unwrap_or((module, ""));
    said == module || rest == own_rest && is_short_for(head, own_head)
}

/// Returns whether the letters of one name occur in the other in this order, with the same first letter.
fn is_short_for(short: &str, long: &str) -> bool {
    let mut letters = long.chars();
    let is_in_order = short.chars().all(|wanted| letters.any(|c| c == wanted));
    (2..=3).contains(&short.len()) && is_in_order && short.chars().next() == long.chars().next()
}
