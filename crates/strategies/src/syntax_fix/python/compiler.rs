//! Errors that CPython's compiler reports for a text that parses: `return` outside a function,
//! a parameter named twice, `await` outside `async def`.
//!
//! The rules are those of `ruff_python_parser::semantic_errors`; this walks the tree and tells them
//! where they are.

use std::cell::RefCell;
use std::collections::HashSet;

use ruff_python_ast::name::Name;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{
    Comprehension, Expr, ModModule, Parameters, PythonVersion, Stmt, StmtClassDef, StmtFunctionDef,
};
use ruff_python_parser::Parsed;
use ruff_python_parser::semantic_errors::{
    LazyImportContext, SemanticSyntaxChecker, SemanticSyntaxContext, SemanticSyntaxError,
};
use ruff_text_size::TextRange;

/// What the compiler would refuse.
pub(super) fn check(text: &str, parsed: &Parsed<ModModule>) -> Vec<SemanticSyntaxError> {
    let mut walk = Walk {
        checker: SemanticSyntaxChecker::new(),
        place: Place {
            text,
            scopes: vec![Scope::new(ScopeKind::Module)],
            errors: RefCell::new(Vec::new()),
        },
    };
    walk.visit_body(parsed.suite());
    walk.place.errors.into_inner()
}

struct Walk<'a> {
    checker: SemanticSyntaxChecker,
    place: Place<'a>,
}

/// Where in the tree the walk is.
struct Place<'a> {
    text: &'a str,
    scopes: Vec<Scope>,
    errors: RefCell<Vec<SemanticSyntaxError>>,
}

struct Scope {
    kind: ScopeKind,
    parameters: HashSet<Name>,
    loops: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum ScopeKind {
    Module,
    Class,
    Function { is_async: bool },
    Lambda,
    Comprehension { is_async: bool, is_generator: bool },
}

impl Scope {
    fn new(kind: ScopeKind) -> Self {
        Self {
            kind,
            parameters: HashSet::new(),
            loops: 0,
        }
    }

    fn with_parameters(kind: ScopeKind, parameters: &Parameters) -> Self {
        let names = parameters.iter().map(|parameter| parameter.name().id.clone());
        Self {
            parameters: names.collect(),
            ..Self::new(kind)
        }
    }

    fn is_function(&self) -> bool {
        matches!(self.kind, ScopeKind::Function { .. } | ScopeKind::Lambda)
    }

    fn is_comprehension(&self) -> bool {
        matches!(self.kind, ScopeKind::Comprehension { .. })
    }
}

impl Walk<'_> {
    fn inside(&mut self, scope: Scope, visit: impl FnOnce(&mut Self)) {
        self.place.scopes.push(scope);
        visit(self);
        self.place.scopes.pop();
    }

    fn function<'n>(&mut self, function: &'n StmtFunctionDef)
    where
        Self: Visitor<'n>,
    {
        for decorator in &function.decorator_list {
            self.visit_decorator(decorator);
        }
        self.visit_parameters(&function.parameters);
        let kind = ScopeKind::Function {
            is_async: function.is_async,
        };
        self.inside(Scope::with_parameters(kind, &function.parameters), |walk| {
            walk.visit_body(&function.body);
        });
    }

    fn class<'n>(&mut self, class: &'n StmtClassDef)
    where
        Self: Visitor<'n>,
    {
        for decorator in &class.decorator_list {
            self.visit_decorator(decorator);
        }
        if let Some(arguments) = &class.arguments {
            self.visit_arguments(arguments);
        }
        self.inside(Scope::new(ScopeKind::Class), |walk| walk.visit_body(&class.body));
    }

    fn loop_body<'n>(&mut self, body: &'n [Stmt])
    where
        Self: Visitor<'n>,
    {
        self.change_loops(|loops| loops + 1);
        self.visit_body(body);
        self.change_loops(|loops| loops - 1);
    }

    fn change_loops(&mut self, change: impl FnOnce(usize) -> usize) {
        if let Some(scope) = self.place.scopes.last_mut() {
            scope.loops = change(scope.loops);
        }
    }

    fn comprehension<'n>(
        &mut self,
        elements: &[&'n Expr],
        generators: &'n [Comprehension],
        is_generator: bool,
    ) where
        Self: Visitor<'n>,
    {
        for generator in generators {
            self.visit_comprehension(generator);
        }
        let kind = ScopeKind::Comprehension {
            is_async: generators.iter().any(|generator| generator.is_async),
            is_generator,
        };
        self.inside(Scope::new(kind), |walk| {
            for element in elements {
                walk.visit_expr(element);
            }
        });
    }
}

impl<'n> Visitor<'n> for Walk<'_> {
    fn visit_stmt(&mut self, stmt: &'n Stmt) {
        self.checker.visit_stmt(stmt, &self.place);
        match stmt {
            Stmt::FunctionDef(function) => self.function(function),
            Stmt::ClassDef(class) => self.class(class),
            Stmt::For(for_) => {
                self.visit_expr(&for_.iter);
                self.visit_expr(&for_.target);
                self.loop_body(&for_.body);
                self.visit_body(&for_.orelse);
            }
            Stmt::While(while_) => {
                self.visit_expr(&while_.test);
                self.loop_body(&while_.body);
                self.visit_body(&while_.orelse);
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'n Expr) {
        self.checker.visit_expr(expr, &self.place);
        match expr {
            Expr::Lambda(lambda) => {
                let scope = match &lambda.parameters {
                    Some(parameters) => Scope::with_parameters(ScopeKind::Lambda, parameters),
                    None => Scope::new(ScopeKind::Lambda),
                };
                self.inside(scope, |walk| walk_expr(walk, expr));
            }
            Expr::ListComp(comp) => self.comprehension(&[&comp.elt], &comp.generators, false),
            Expr::SetComp(comp) => self.comprehension(&[&comp.elt], &comp.generators, false),
            Expr::Generator(comp) => self.comprehension(&[&comp.elt], &comp.generators, true),
            Expr::DictComp(comp) => {
                let elements: Vec<&Expr> = comp.key.iter().chain([&comp.value]).map(|e| &**e).collect();
                self.comprehension(&elements, &comp.generators, false);
            }
            _ => walk_expr(self, expr),
        }
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

    /// Not followed: what is bound where is the linter's business.
    fn global(&self, _name: &str) -> Option<TextRange> {
        None
    }

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

impl Place<'_> {
    /// The scope around the comprehensions.
    fn innermost_statement_scope(&self) -> Option<&Scope> {
        self.scopes.iter().rev().find(|scope| !scope.is_comprehension())
    }
}
