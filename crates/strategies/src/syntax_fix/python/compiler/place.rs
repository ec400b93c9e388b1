//! The position of the walk in the tree, as far as the rules need it.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use ruff_python_ast::name::Name;
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Parameters, PythonVersion, Stmt};
use ruff_python_parser::semantic_errors::{LazyImportContext, SemanticSyntaxContext, SemanticSyntaxError};
use ruff_text_size::TextRange;

/// The scopes around a place, and the findings there so far.
pub(super) struct Place<'a> {
    text: &'a str,
    scopes: Vec<Scope>,
    pub errors: RefCell<Vec<SemanticSyntaxError>>,
}

/// A module, class, function, lambda or comprehension.
pub(super) struct Scope {
    kind: ScopeKind,
    parameters: HashSet<Name>,
    /// Names declared `global`, and where.
    globals: HashMap<Name, TextRange>,
    loops: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum ScopeKind {
    Module,
    Class,
    Function { is_async: bool },
    Lambda,
    Comprehension { is_async: bool, is_generator: bool },
}

impl Scope {
    pub(super) fn new(kind: ScopeKind) -> Self {
        Self {
            kind,
            parameters: HashSet::new(),
            globals: HashMap::new(),
            loops: 0,
        }
    }

    /// The same with the parameters of a function.
    pub(super) fn with_parameters(mut self, parameters: Option<&Parameters>) -> Self {
        let parameters = parameters.into_iter().flat_map(Parameters::iter);
        self.parameters = parameters.map(|parameter| parameter.name().id.clone()).collect();
        self
    }

    /// The same with the declarations in its body.
    pub(super) fn with_body(mut self, body: &[Stmt]) -> Self {
        let mut declared = Declared(HashMap::new());
        declared.visit_body(body);
        self.globals = declared.0;
        self
    }

    fn is_function(&self) -> bool {
        matches!(self.kind, ScopeKind::Function { .. } | ScopeKind::Lambda)
    }

    fn is_comprehension(&self) -> bool {
        matches!(self.kind, ScopeKind::Comprehension { .. })
    }
}

/// Collects the `global` declarations of one scope.
struct Declared(HashMap<Name, TextRange>);

impl<'n> Visitor<'n> for Declared {
    fn visit_stmt(&mut self, stmt: &'n Stmt) {
        match stmt {
            Stmt::Global(global) => {
                let names = global.names.iter().map(|name| (name.id.clone(), global.range));
                self.0.extend(names);
            }
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => walk_stmt(self, stmt),
        }
    }
}

impl<'a> Place<'a> {
    /// The outermost place of a text.
    pub(super) fn new(text: &'a str, body: &[Stmt]) -> Self {
        Self {
            text,
            scopes: vec![Scope::new(ScopeKind::Module).with_body(body)],
            errors: RefCell::new(Vec::new()),
        }
    }

    pub(super) fn enter(&mut self, scope: Scope) {
        self.scopes.push(scope);
    }

    pub(super) fn leave(&mut self) {
        self.scopes.pop();
    }

    /// Enters or leaves a loop's body.
    pub(super) fn change_loops(&mut self, change: impl FnOnce(usize) -> usize) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.loops = change(scope.loops);
        }
    }

    /// The scope around the comprehensions.
    fn innermost_statement_scope(&self) -> Option<&Scope> {
        self.scopes.iter().rev().find(|scope| !scope.is_comprehension())
    }
}

impl SemanticSyntaxContext for Place<'_> {
    fn future_annotations_or_stub(&self) -> bool {
        false
    }

    fn lazy_import_context(&self) -> Option<LazyImportContext> {
        None
    }

    fn python_version(&self) -> PythonVersion {
        PythonVersion::PY314
    }

    fn source(&self) -> &str {
        self.text
    }

    fn global(&self, name: &str) -> Option<TextRange> {
        self.scopes.last()?.globals.get(name).copied()
    }

    /// Not tracked: bindings are the linter's business.
    fn has_nonlocal_binding(&self, _name: &str) -> bool {
        true
    }

    fn in_async_context(&self) -> bool {
        self.innermost_statement_scope()
            .is_some_and(|scope| scope.kind == ScopeKind::Function { is_async: true })
    }

    fn in_await_allowed_context(&self) -> bool {
        self.innermost_statement_scope().is_some_and(Scope::is_function)
    }

    fn in_yield_allowed_context(&self) -> bool {
        self.scopes.last().is_some_and(Scope::is_function)
    }

    fn in_sync_comprehension(&self) -> bool {
        let sync = |scope: &Scope| matches!(scope.kind, ScopeKind::Comprehension { is_async: false, .. });
        self.scopes.iter().any(sync)
    }

    fn in_class_body_comprehension(&self) -> bool {
        self.scopes.last().is_some_and(Scope::is_comprehension)
            && self
                .innermost_statement_scope()
                .is_some_and(|scope| scope.kind == ScopeKind::Class)
    }

    fn in_module_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    fn in_function_scope(&self) -> bool {
        self.scopes
            .last()
            .is_some_and(|scope| matches!(scope.kind, ScopeKind::Function { .. }))
    }

    fn in_generator_context(&self) -> bool {
        let generator = |scope: &Scope| {
            matches!(
                scope.kind,
                ScopeKind::Comprehension {
                    is_generator: true,
                    ..
                }
            )
        };
        self.scopes.iter().any(generator)
    }

    fn in_notebook(&self) -> bool {
        false
    }

    fn report_semantic_error(&self, error: SemanticSyntaxError) {
        self.errors.borrow_mut().push(error);
    }

    fn in_loop_context(&self) -> bool {
        self.scopes.last().is_some_and(|scope| scope.loops > 0)
    }

    fn is_bound_parameter(&self, name: &str) -> bool {
        self.scopes
            .last()
            .is_some_and(|scope| scope.parameters.contains(name))
    }
}
