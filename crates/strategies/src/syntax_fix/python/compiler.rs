//! Errors that CPython's compiler reports for a text that parses: `return` outside a function, a
//! parameter named twice, `await` outside `async def`.
//!
//! The rules are those of `ruff_python_parser::semantic_errors`, and two that it does not cover;
//! this module walks the tree and supplies their context.

mod place;

use place::{Place, Scope, ScopeKind};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Comprehension, Expr, ModModule, Stmt, StmtClassDef, StmtFunctionDef, StmtTry};
use ruff_python_parser::Parsed;
use ruff_python_parser::semantic_errors::{SemanticSyntaxChecker, SemanticSyntaxErrorKind};
use ruff_text_size::Ranged;

use super::fault::{Fault, FaultKind};

/// The errors that the compiler would report.
pub(super) fn check(text: &str, parsed: &Parsed<ModModule>) -> Vec<Fault> {
    let mut walk = Walk {
        checker: SemanticSyntaxChecker::new(),
        place: Place::new(text, parsed.suite()),
        faults: Vec::new(),
    };
    walk.visit_body(parsed.suite());
    let errors = walk.place.errors.into_inner();
    let found = errors
        .into_iter()
        .map(|error| Fault::new(error.range, FaultKind::Compiler(error.kind)));
    walk.faults.into_iter().chain(found).collect()
}

struct Walk<'a> {
    checker: SemanticSyntaxChecker,
    place: Place<'a>,
    /// The errors that the checker's rules do not cover.
    faults: Vec<Fault>,
}

impl Walk<'_> {
    fn inside(&mut self, scope: Scope, visit: impl FnOnce(&mut Self)) {
        self.place.enter(scope);
        visit(self);
        self.place.leave();
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
        let scope = Scope::new(kind)
            .with_parameters(Some(&function.parameters))
            .with_body(&function.body);
        self.inside(scope, |walk| walk.visit_body(&function.body));
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
        let scope = Scope::new(ScopeKind::Class).with_body(&class.body);
        self.inside(scope, |walk| walk.visit_body(&class.body));
    }

    fn loop_body<'n>(&mut self, body: &'n [Stmt])
    where
        Self: Visitor<'n>,
    {
        self.place.change_loops(|loops| loops + 1);
        self.visit_body(body);
        self.place.change_loops(|loops| loops - 1);
    }

    /// Only the first iterable of a comprehension is evaluated outside of it.
    fn comprehension<'n>(
        &mut self,
        elements: &[&'n Expr],
        generators: &'n [Comprehension],
        is_generator: bool,
    ) where
        Self: Visitor<'n>,
    {
        if let Some(first) = generators.first() {
            self.visit_expr(&first.iter);
        }
        let kind = ScopeKind::Comprehension {
            is_async: generators.iter().any(|generator| generator.is_async),
            is_generator,
        };
        self.inside(Scope::new(kind), |walk| {
            for (index, generator) in generators.iter().enumerate() {
                let iter = (index > 0).then_some(&generator.iter);
                let parts = iter.into_iter().chain([&generator.target]).chain(&generator.ifs);
                parts.for_each(|part| walk.visit_expr(part));
            }
            elements.iter().for_each(|element| walk.visit_expr(element));
        });
    }

    /// A clause that catches everything has to be the last.
    fn bare_except(&mut self, try_: &StmtTry) {
        let earlier = try_.handlers.split_last().map_or(&[][..], |(_, earlier)| earlier);
        let bare = earlier.iter().filter_map(|handler| handler.as_except_handler());
        let bare = bare.filter(|handler| handler.type_.is_none());
        self.faults
            .extend(bare.map(|handler| Fault::new(handler.range, FaultKind::BareExcept)));
    }

    fn starred_statement(&mut self, value: &Expr) {
        if value.is_starred_expr() {
            let kind = FaultKind::Compiler(SemanticSyntaxErrorKind::InvalidStarExpression);
            self.faults.push(Fault::new(value.range(), kind));
        }
    }
}

impl<'n> Visitor<'n> for Walk<'_> {
    fn visit_stmt(&mut self, stmt: &'n Stmt) {
        self.checker.visit_stmt(stmt, &self.place);
        match stmt {
            Stmt::FunctionDef(function) => return self.function(function),
            Stmt::ClassDef(class) => return self.class(class),
            Stmt::For(for_) => {
                self.visit_expr(&for_.iter);
                self.visit_expr(&for_.target);
                self.loop_body(&for_.body);
                return self.visit_body(&for_.orelse);
            }
            Stmt::While(while_) => {
                self.visit_expr(&while_.test);
                self.loop_body(&while_.body);
                return self.visit_body(&while_.orelse);
            }
            Stmt::Try(try_) => self.bare_except(try_),
            Stmt::Expr(statement) => self.starred_statement(&statement.value),
            _ => {}
        }
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'n Expr) {
        self.checker.visit_expr(expr, &self.place);
        match expr {
            Expr::Lambda(lambda) => {
                let scope = Scope::new(ScopeKind::Lambda).with_parameters(lambda.parameters.as_deref());
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
