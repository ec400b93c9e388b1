//! The place of a message, and the code there.

use std::ops::Range;
use std::sync::Arc;

use ruff_python_ast::{AnyNodeRef, Expr, ExprCall, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange, TextSize};
use unbreak_core::{Diagnostic, Edit, Fact, FixError};

use super::function::{Function, functions};
use crate::python::classes::last_name;
use crate::python::project::{Parsed, Project};
use crate::python::scope::{Binding, BindingKind};
use crate::python::site::Site;

/// A line of the user's own code, and the fact that is reported of it.
pub(super) struct Place<'a> {
    pub(super) project: &'a Project<'a>,
    pub(super) parsed: &'a Arc<Parsed>,
    pub(super) line: u32,
    /// Everything the last run reported.
    pub(super) diagnostics: &'a [Diagnostic],
    pub(super) diagnostic: &'a Diagnostic,
    pub(super) fact: &'a Fact,
    /// The bytes that the tool marks, where it does.
    marked: Option<Range<usize>>,
}

impl<'a> Place<'a> {
    pub(super) fn new(
        project: &'a Project<'a>,
        parsed: &'a Arc<Parsed>,
        site: &Site,
        diagnostic: &'a Diagnostic,
        fact: &'a Fact,
        diagnostics: &'a [Diagnostic],
    ) -> Self {
        Self {
            project,
            parsed,
            line: site.line,
            diagnostics,
            diagnostic,
            fact,
            marked: marked(parsed, site, diagnostic),
        }
    }

    /// The function that the fact names.
    pub(super) fn callee(&self) -> Option<&'a str> {
        match self.fact {
            Fact::MissingArgument { callee, .. }
            | Fact::SurplusArgument { callee }
            | Fact::MissingConstructor { callee }
            | Fact::NotAwaited { callee }
            | Fact::TypeMismatch { callee, .. }
            | Fact::NoResult { name: callee, .. } => callee.as_deref(),
            _ => None,
        }
    }

    /// Every node that begins on the line, in the order of the text, or all that lie within the part
    /// of it that the tool marks.
    pub(super) fn nodes(&self) -> Vec<AnyNodeRef<'a>> {
        let line = self.parsed.source.line(self.line).unwrap_or_default();
        let marked = self.marked.clone();
        self.nodes_that(|range| match &marked {
            Some(marked) => marked.start <= range.start && range.end <= marked.end,
            None => line.contains(&range.start),
        })
    }

    /// Every node that begins on the line, whatever range the tool marks.
    pub(super) fn nodes_of_line(&self) -> Vec<AnyNodeRef<'a>> {
        let line = self.parsed.source.line(self.line).unwrap_or_default();
        self.nodes_that(|range| line.contains(&range.start))
    }

    /// Every node of the file.
    pub(super) fn parsed_nodes(&self) -> Vec<AnyNodeRef<'a>> {
        self.nodes_that(|_| true)
    }

    /// The byte after the line.
    pub(super) fn end(&self) -> TextSize {
        let line = self.parsed.source.line(self.line).unwrap_or_default();
        TextSize::try_from(line.end).unwrap_or_default()
    }

    fn nodes_that(&self, is_wanted: impl Fn(&Range<usize>) -> bool) -> Vec<AnyNodeRef<'a>> {
        let mut nodes = Vec::new();
        self.parsed.source.each_node(|node| {
            if is_wanted(&node.range().to_std_range()) {
                nodes.push(node);
            }
        });
        nodes
    }

    /// The calls among them; or those of `callee` that overlap the marked range, or are on the line.
    pub(super) fn calls(&self, callee: Option<&str>) -> Vec<&'a ExprCall> {
        let names = callee.map(names);
        let line = self.parsed.source.line(self.line).unwrap_or_default();
        let wanted = self.marked.clone().unwrap_or(line);
        let nodes = match callee {
            Some(_) => self.nodes_that(|range| range.start < wanted.end && wanted.start < range.end),
            None => self.nodes(),
        };
        let calls = nodes.into_iter().filter_map(|node| match node {
            AnyNodeRef::ExprCall(call) => Some(call),
            _ => None,
        });
        let is_meant = |call: &&ExprCall| {
            let called = last_name_of_callee(call);
            names.as_ref().is_none_or(|(class, name)| match *name {
                "__init__" | "__new__" => called == *class || called == Some(name),
                name => called == Some(name),
            })
        };
        calls.filter(is_meant).collect()
    }

    /// The project's functions that a call may mean: by the name that is called, and by the class where
    /// the tool says it.
    pub(super) fn callees(&self, call: &ExprCall) -> Vec<Function> {
        let class = self.callee().and_then(|callee| names(callee).0);
        let Some(name) = last_name_of_callee(call) else {
            return Vec::new();
        };
        functions(self.project, self.parsed, name, class)
    }

    /// The innermost function around the line.
    pub(super) fn function(&self) -> Option<&'a StmtFunctionDef> {
        let at = self.start()?;
        let mut innermost = None;
        self.parsed.source.each_statement(|statement| {
            if let Stmt::FunctionDef(function) = statement
                && function.range.contains(at)
            {
                innermost = Some(function);
            }
        });
        innermost
    }

    /// The byte at which the code of the line begins.
    pub(super) fn start(&self) -> Option<TextSize> {
        let line = self.parsed.source.line(self.line)?;
        let text = &self.parsed.source.text()[line.clone()];
        let at = line.start + text.len() - text.trim_start().len();
        TextSize::try_from(at).ok()
    }

    /// The innermost statement that the line belongs to.
    pub(super) fn statement(&self) -> Option<&'a Stmt> {
        let at = self.start()?;
        let mut innermost = None;
        self.parsed.source.each_statement(|statement| {
            if statement.range().contains_inclusive(at) && statement.range().contains(at) {
                innermost = Some(statement);
            }
        });
        innermost
    }

    /// The binding of a value (no module, function or class) of this name that a byte sees.
    pub(super) fn value_named(&self, name: &str, at: TextSize) -> Option<Binding> {
        let scopes = &self.parsed.scopes;
        let visible = scopes.visible(scopes.scope_at(at));
        let (scope, binding) = visible.get(name)?;
        let is_value = matches!(binding.kind, BindingKind::Parameter | BindingKind::Assignment);
        // A name bound by another function exists when this one runs; a name of this one must be
        // bound earlier.
        let is_bound = *scope != scopes.body_of(scopes.scope_at(at)) || binding.range.start() < at;
        (is_value && is_bound).then_some(*binding)
    }

    /// Returns whether the file imports a name.
    pub(super) fn value_imported(&self, name: &str) -> bool {
        let bindings = self.parsed.scopes.scope(0).bindings.get(name);
        bindings.is_some_and(|all| all.iter().any(|binding| binding.kind == BindingKind::Import))
    }

    /// The last value that a name was assigned before a byte, in the same function: `name = VALUE`.
    pub(super) fn assigned(&self, name: &str, at: TextSize) -> Option<&'a Expr> {
        let scopes = &self.parsed.scopes;
        let body = scopes.body_of(scopes.scope_at(at));
        let home = scopes.binding_scope(body, name)?;
        let mut value = None;
        self.parsed.source.each_statement(|statement| {
            let (target, given) = match statement {
                Stmt::Assign(assign) => (assign.targets.first(), Some(&*assign.value)),
                Stmt::AnnAssign(assign) => (Some(&*assign.target), assign.value.as_deref()),
                _ => return,
            };
            let is_it = matches!(target, Some(Expr::Name(target)) if target.id.as_str() == name);
            let start = statement.range().start();
            let is_here = scopes.body_of(scopes.scope_at(start)) == home && (start < at || home != body);
            if is_it && is_here {
                value = given;
            }
        });
        value
    }

    /// The text of a node.
    pub(super) fn slice(&self, node: impl Ranged) -> &'a str {
        self.parsed.source.slice(node)
    }

    pub(super) fn insert(&self, at: TextSize, text: impl Into<String>) -> Result<Edit, FixError> {
        self.parsed.source.insert(at.to_usize(), text)
    }

    pub(super) fn replace(&self, range: TextRange, text: impl Into<String>) -> Result<Edit, FixError> {
        self.parsed.source.replace(range, text)
    }

    /// `before` and `after` around a node.
    pub(super) fn wrap(&self, node: impl Ranged, before: &str, after: &str) -> Result<Vec<Edit>, FixError> {
        let text = format!("{before}{}{after}", self.slice(node.range()));
        Ok(vec![self.replace(node.range(), text)?])
    }
}

/// The class, if there is one, and the name in `Class.name`, `outer.<locals>.name`.
fn names(callee: &str) -> (Option<&str>, &str) {
    let mut parts = callee.rsplit('.');
    let name = parts.next().unwrap_or_default();
    (parts.next().filter(|class| *class != "<locals>"), name)
}

/// The last name of the callee, `f` in `a.f(x)`.
pub(super) fn last_name_of_callee(call: &ExprCall) -> Option<&str> {
    match &*call.func {
        Expr::Call(_) | Expr::Subscript(_) => None,
        func => last_name(func),
    }
}

/// The bytes that the tool marks. Tracebacks show lines without their indentation, and so they count.
fn marked(parsed: &Parsed, site: &Site, diagnostic: &Diagnostic) -> Option<Range<usize>> {
    let place = &diagnostic.location;
    let is_here = place.line == Some(site.line)
        && place
            .file
            .as_deref()
            .is_some_and(|file| file.ends_with(site.file.file_name()));
    let (line, column, end) = (place.line?, place.column?, place.end_column?);
    let indentation = match diagnostic.frames.is_empty() {
        true => 0,
        false => {
            let text = &parsed.source.text()[parsed.source.line(line)?];
            text.chars().take_while(|c| matches!(c, ' ' | '\t')).count()
        }
    };
    let shift = u32::try_from(indentation).ok()?;
    let start = parsed.source.offset(line, column + shift)?;
    let end = parsed.source.offset(place.end_line?, end + shift)?;
    (is_here && start < end).then_some(start..end)
}
