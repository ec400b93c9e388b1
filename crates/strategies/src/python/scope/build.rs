//! Walks a file and notes bindings and readings.

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_pattern, walk_stmt, walk_type_param};
use ruff_python_ast::{
    Comprehension, ExceptHandler, Expr, ExprContext, Identifier, Parameters, Pattern, Stmt, StmtClassDef,
    StmtFunctionDef, TypeParam, visitor,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::{Binding, BindingKind, Reference, Scope, ScopeId, ScopeKind, Scopes, Usage};
use crate::python::source::Source;

pub(super) fn build(source: &Source) -> Scopes {
    let mut builder = Builder::default();
    let all = TextRange::up_to(TextSize::of(source.text()));
    builder.open(ScopeKind::Module, all);
    builder.visit_body(source.body());
    builder.scopes
}

#[derive(Default)]
struct Builder {
    scopes: Scopes,
    current: ScopeId,
}

impl Builder {
    fn open(&mut self, kind: ScopeKind, range: TextRange) {
        let parent = (!self.scopes.scopes.is_empty()).then_some(self.current);
        self.current = self.scopes.scopes.len();
        self.scopes.scopes.push(Scope {
            kind,
            range,
            parent,
            bindings: Default::default(),
            foreign: Default::default(),
        });
    }

    fn close(&mut self) {
        self.current = self.scopes.scopes[self.current].parent.unwrap_or(0);
    }

    fn bind(&mut self, name: &str, range: TextRange, kind: BindingKind) {
        let foreign = &self.scopes.scopes[self.current].foreign;
        let scope = foreign.get(name).copied().unwrap_or(self.current);
        self.bind_in(scope, name, range, kind);
    }

    fn bind_in(&mut self, scope: ScopeId, name: &str, range: TextRange, kind: BindingKind) {
        let bindings = &mut self.scopes.scopes[scope].bindings;
        let known = bindings.entry(name.to_owned()).or_default();
        known.push(Binding { kind, range });
    }

    fn read(&mut self, name: &str, range: TextRange, usage: Usage) {
        self.scopes.references.push(Reference {
            name: name.to_owned(),
            range,
            scope: self.current,
            usage,
        });
    }

    fn declare_global(&mut self, names: &[Identifier]) {
        let foreign = &mut self.scopes.scopes[self.current].foreign;
        foreign.extend(names.iter().map(|name| (name.to_string(), 0)));
    }

    fn declare_nonlocal(&mut self, names: &[Identifier]) {
        let parent = self.scopes.scopes[self.current].parent.unwrap_or(0);
        for name in names {
            let home = self.scopes.binding_scope(parent, name).unwrap_or(parent);
            let foreign = &mut self.scopes.scopes[self.current].foreign;
            foreign.insert(name.to_string(), home);
        }
    }

    fn function(&mut self, function: &StmtFunctionDef) {
        for decorator in &function.decorator_list {
            self.visit_decorator(decorator);
        }
        self.bind(&function.name, function.name.range, BindingKind::Function);
        self.defaults(&function.parameters);
        self.open(
            ScopeKind::Function,
            TextRange::new(function.name.end(), function.end()),
        );
        if let Some(types) = &function.type_params {
            self.visit_type_params(types);
        }
        self.annotations(&function.parameters);
        if let Some(returns) = &function.returns {
            self.visit_annotation(returns);
        }
        self.parameters(&function.parameters);
        self.visit_body(&function.body);
        self.close();
    }

    /// Default values are computed outside of the function.
    fn defaults(&mut self, parameters: &Parameters) {
        let defaults = parameters.iter_non_variadic_params().filter_map(|p| p.default());
        for default in defaults {
            self.visit_expr(default);
        }
    }

    fn annotations(&mut self, parameters: &Parameters) {
        for parameter in parameters {
            if let Some(annotation) = parameter.annotation() {
                self.visit_annotation(annotation);
            }
        }
    }

    fn parameters(&mut self, parameters: &Parameters) {
        for parameter in parameters {
            let name = parameter.name();
            self.bind(name, name.range, BindingKind::Parameter);
        }
    }

    fn class(&mut self, class: &StmtClassDef) {
        for decorator in &class.decorator_list {
            self.visit_decorator(decorator);
        }
        if let Some(arguments) = &class.arguments {
            self.visit_arguments(arguments);
        }
        self.bind(&class.name, class.name.range, BindingKind::Class);
        self.open(ScopeKind::Class, TextRange::new(class.name.end(), class.end()));
        if let Some(types) = &class.type_params {
            self.visit_type_params(types);
        }
        self.visit_body(&class.body);
        self.close();
    }

    /// The first iterable is computed outside of the comprehension.
    fn comprehension(&mut self, whole: TextRange, generators: &[Comprehension], elements: &[&Expr]) {
        if let Some(first) = generators.first() {
            self.visit_expr(&first.iter);
        }
        self.open(ScopeKind::Comprehension, whole);
        for (index, generator) in generators.iter().enumerate() {
            self.visit_expr(&generator.target);
            if index > 0 {
                self.visit_expr(&generator.iter);
            }
            for condition in &generator.ifs {
                self.visit_expr(condition);
            }
        }
        for element in elements {
            self.visit_expr(element);
        }
        self.close();
    }

    fn import(&mut self, statement: &Stmt) {
        let (names, is_from) = match statement {
            Stmt::Import(import) => (&import.names, false),
            Stmt::ImportFrom(import) => (&import.names, true),
            _ => return,
        };
        for alias in names {
            if is_from && alias.name.as_str() == "*" {
                self.scopes.has_star_import = true;
                continue;
            }
            let bound = alias.asname.as_ref().unwrap_or(&alias.name);
            let name = bound.as_str().split('.').next().unwrap_or_default();
            let range = TextRange::at(bound.start(), TextSize::of(name));
            self.bind(name, range, BindingKind::Import);
        }
    }

    /// `name.a.b(...)`: one reading of `name`, with all that is done to it.
    fn chain(&mut self, expression: &Expr, called: bool) {
        let mut path = Vec::new();
        let mut inner = expression;
        while let Expr::Attribute(attribute) = inner {
            path.push(attribute.attr.to_string());
            inner = &attribute.value;
        }
        path.reverse();
        match inner {
            Expr::Name(name) if name.ctx != ExprContext::Store => {
                self.read(&name.id, name.range, usage(path, called));
            }
            _ => self.visit_expr(inner),
        }
    }

    fn name(&mut self, name: &ruff_python_ast::ExprName) {
        match name.ctx {
            ExprContext::Store => self.bind(&name.id, name.range, BindingKind::Assignment),
            _ => self.read(&name.id, name.range, Usage::Plain),
        }
    }

    /// `:=` binds in the function around a comprehension (PEP 572).
    fn walrus(&mut self, target: &Expr, value: &Expr) {
        self.visit_expr(value);
        if let Expr::Name(name) = target {
            let scope = self.scopes.body_of(self.current);
            self.bind_in(scope, &name.id, name.range, BindingKind::Assignment);
        }
    }
}

fn usage(path: Vec<String>, called: bool) -> Usage {
    match (path.is_empty(), called) {
        (true, true) => Usage::Called,
        (true, false) => Usage::Plain,
        (false, called) => Usage::Attribute { path, called },
    }
}

impl<'a> Visitor<'a> for Builder {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => self.function(function),
            Stmt::ClassDef(class) => self.class(class),
            Stmt::Import(_) | Stmt::ImportFrom(_) => self.import(statement),
            Stmt::Global(global) => self.declare_global(&global.names),
            Stmt::Nonlocal(nonlocal) => self.declare_nonlocal(&nonlocal.names),
            Stmt::AugAssign(update) => {
                if let Expr::Name(name) = &*update.target {
                    self.read(&name.id, name.range, Usage::Updated);
                }
                walk_stmt(self, statement);
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        let whole = expression.range();
        match expression {
            Expr::Name(name) => self.name(name),
            Expr::Attribute(_) => self.chain(expression, false),
            Expr::Call(call) => {
                self.chain(&call.func, true);
                self.visit_arguments(&call.arguments);
            }
            Expr::Named(named) => self.walrus(&named.target, &named.value),
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.defaults(parameters);
                }
                self.open(ScopeKind::Function, whole);
                if let Some(parameters) = &lambda.parameters {
                    self.parameters(parameters);
                }
                self.visit_expr(&lambda.body);
                self.close();
            }
            Expr::ListComp(list) => self.comprehension(whole, &list.generators, &[&list.elt]),
            Expr::SetComp(set) => self.comprehension(whole, &set.generators, &[&set.elt]),
            Expr::Generator(generator) => {
                self.comprehension(whole, &generator.generators, &[&generator.elt]);
            }
            Expr::DictComp(dict) => {
                let elements: Vec<&Expr> = dict.key.iter().chain([&dict.value]).map(|e| &**e).collect();
                self.comprehension(whole, &dict.generators, &elements);
            }
            _ => walk_expr(self, expression),
        }
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(clause) = handler;
        if let Some(name) = &clause.name {
            self.bind(name, name.range, BindingKind::Assignment);
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let bound = match pattern {
            Pattern::MatchAs(capture) => &capture.name,
            Pattern::MatchStar(star) => &star.name,
            Pattern::MatchMapping(mapping) => &mapping.rest,
            _ => &None,
        };
        if let Some(name) = bound {
            self.bind(name, name.range, BindingKind::Assignment);
        }
        walk_pattern(self, pattern);
    }

    fn visit_type_param(&mut self, parameter: &'a TypeParam) {
        let name = parameter.name();
        self.bind(name, name.range, BindingKind::Parameter);
        walk_type_param(self, parameter);
    }
}
