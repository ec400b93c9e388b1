//! Finds the names that a program reads and nothing binds.
//!
//! A repair that leaves such a name is less likely meant than one that does not: a surplus quote, a
//! line outside its function and a misplaced bracket all show this way.

use std::collections::HashSet;

use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_pattern, walk_stmt};
use ruff_python_ast::{
    Alias, Comprehension, ExceptHandler, Expr, Parameters, Pattern, Stmt, StmtClassDef, StmtFunctionDef,
};

use super::builtins;

/// Names that are read where nothing binds them.
pub(super) fn unbound(body: &[Stmt]) -> HashSet<&str> {
    let mut walk = Walk::default();
    walk.inside(Scope::new(bindings(body), false), |walk| walk.visit_body(body));
    walk.unbound
}

/// The names that a pattern binds by itself, not counting the patterns in it.
pub(super) fn captures(pattern: &Pattern) -> impl Iterator<Item = &str> {
    let name = match pattern {
        Pattern::MatchAs(as_) => as_.name.as_ref(),
        Pattern::MatchStar(star) => star.name.as_ref(),
        Pattern::MatchMapping(mapping) => mapping.rest.as_ref(),
        _ => None,
    };
    name.map(|name| name.id.as_str()).into_iter()
}

#[derive(Default)]
struct Walk<'a> {
    scopes: Vec<Scope<'a>>,
    unbound: HashSet<&'a str>,
}

struct Scope<'a> {
    names: HashSet<&'a str>,
    /// A class body's names are not seen by the functions in it.
    is_class: bool,
}

impl<'a> Scope<'a> {
    fn new(names: HashSet<&'a str>, is_class: bool) -> Self {
        Self { names, is_class }
    }
}

impl<'a> Walk<'a> {
    fn inside(&mut self, scope: Scope<'a>, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(scope);
        visit(self);
        self.scopes.pop();
    }

    fn read(&mut self, name: &'a str) {
        let innermost = self.scopes.len().saturating_sub(1);
        let seen = |(depth, scope): (usize, &Scope<'_>)| {
            scope.names.contains(name) && (!scope.is_class || depth == innermost)
        };
        if !builtins::is_builtin(name) && !self.scopes.iter().enumerate().any(seen) {
            self.unbound.insert(name);
        }
    }

    fn function(&mut self, function: &'a StmtFunctionDef) {
        for decorator in &function.decorator_list {
            self.visit_decorator(decorator);
        }
        self.visit_parameters(&function.parameters);
        if let Some(returns) = &function.returns {
            self.visit_annotation(returns);
        }
        let mut names = bindings(&function.body);
        names.extend(parameter_names(&function.parameters));
        names.extend(type_parameters(function.type_params.as_deref()));
        self.inside(Scope::new(names, false), |walk| walk.visit_body(&function.body));
    }

    fn class(&mut self, class: &'a StmtClassDef) {
        for decorator in &class.decorator_list {
            self.visit_decorator(decorator);
        }
        if let Some(arguments) = &class.arguments {
            self.visit_arguments(arguments);
        }
        let mut names = bindings(&class.body);
        names.extend(type_parameters(class.type_params.as_deref()));
        names.extend(["__module__", "__qualname__"]);
        self.inside(Scope::new(names, true), |walk| walk.visit_body(&class.body));
    }

    fn comprehension(&mut self, expr: &'a Expr, generators: &'a [Comprehension]) {
        let mut targets = Bindings::default();
        for generator in generators {
            targets.visit_expr(&generator.target);
        }
        // In a class body a comprehension sees less than this; no repair depends on that.
        if let Some(scope) = self.scopes.last().filter(|scope| scope.is_class) {
            targets.names.extend(&scope.names);
        }
        self.inside(Scope::new(targets.names, false), |walk| walk_expr(walk, expr));
    }
}

impl<'a> Visitor<'a> for Walk<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => self.function(function),
            Stmt::ClassDef(class) => self.class(class),
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                if name.ctx.is_load() {
                    self.read(&name.id);
                }
            }
            Expr::Lambda(lambda) => {
                let names = lambda.parameters.as_deref().map(parameter_names);
                let names = names.into_iter().flatten().collect();
                self.inside(Scope::new(names, false), |walk| walk_expr(walk, expr));
            }
            Expr::ListComp(comp) => self.comprehension(expr, &comp.generators),
            Expr::SetComp(comp) => self.comprehension(expr, &comp.generators),
            Expr::Generator(comp) => self.comprehension(expr, &comp.generators),
            Expr::DictComp(comp) => self.comprehension(expr, &comp.generators),
            _ => walk_expr(self, expr),
        }
    }
}

/// The names of parameters.
pub(super) fn parameter_names(parameters: &Parameters) -> Vec<&str> {
    parameters
        .iter()
        .map(|parameter| parameter.name().id.as_str())
        .collect()
}

fn type_parameters(parameters: Option<&ruff_python_ast::TypeParams>) -> Vec<&str> {
    let parameters = parameters.map(|parameters| parameters.type_params.iter());
    let names = parameters
        .into_iter()
        .flatten()
        .map(ruff_python_ast::TypeParam::name);
    names.map(|name| name.id.as_str()).collect()
}

/// The names that some statements bind in their own scope.
pub(super) fn bindings(body: &[Stmt]) -> HashSet<&str> {
    let mut bindings = Bindings::default();
    bindings.visit_body(body);
    bindings.names
}

/// Collects the bindings of one scope, without the scopes inside it.
#[derive(Default)]
struct Bindings<'a> {
    names: HashSet<&'a str>,
}

impl<'a> Visitor<'a> for Bindings<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                self.names.insert(&function.name);
            }
            Stmt::ClassDef(class) => {
                self.names.insert(&class.name);
            }
            Stmt::Global(global) => self
                .names
                .extend(global.names.iter().map(|name| name.id.as_str())),
            Stmt::Nonlocal(outer) => self.names.extend(outer.names.iter().map(|name| name.id.as_str())),
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if !name.ctx.is_load() => {
                self.names.insert(&name.id);
            }
            Expr::Lambda(_) => {}
            _ => walk_expr(self, expr),
        }
    }

    /// A comprehension's own targets stay inside it; names assigned with `:=` do not.
    fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
        self.visit_expr(&comprehension.iter);
        for test in &comprehension.ifs {
            self.visit_expr(test);
        }
    }

    fn visit_alias(&mut self, alias: &'a Alias) {
        let name = alias.asname.as_ref().unwrap_or(&alias.name);
        self.names.extend(name.split('.').next());
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(clause) = handler;
        self.names
            .extend(clause.name.as_ref().map(|name| name.id.as_str()));
        walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        self.names.extend(captures(pattern));
        walk_pattern(self, pattern);
    }
}
