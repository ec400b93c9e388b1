//! Names that are read where they may not be bound yet.
//!
//! Moving a line out of its `if` leaves such names: the branch assigns a name that is read after
//! it, and nothing else ever assigns it.

use std::collections::HashSet;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtIf};

use super::builtins::is_builtin;
use super::names::{bindings, parameter_names};

/// The number of names that only a branch without an alternative binds, and that are read after it.
/// `bound` are the names that the scope begins with.
pub(super) fn maybe_unbound<'a>(body: &'a [Stmt], mut bound: HashSet<&'a str>) -> usize {
    let mut doubtful: HashSet<&str> = HashSet::new();
    let mut found = 0;
    for stmt in body {
        let read = reads(stmt);
        found += doubtful.intersection(&read).count();
        doubtful.retain(|name| !read.contains(name));
        let binds = bindings(std::slice::from_ref(stmt));
        doubtful.retain(|name| !binds.contains(name));
        match stmt {
            Stmt::If(branch) if !has_alternative(branch) && !leaves(&branch.body) => {
                doubtful.extend(binds.difference(&bound));
            }
            _ => bound.extend(binds),
        }
        found += inner(stmt)
            .map(|body| maybe_unbound(body, bound.clone()))
            .sum::<usize>();
    }
    found
}

/// The number of names whose first value is an expression that reads them, `f = g(f)`, in
/// consecutive statements. `bound` are the names that the scope begins with.
pub(super) fn made_of_themselves<'a>(body: &'a [Stmt], bound: Vec<&'a str>) -> usize {
    let mut first = FirstValues {
        bound: bound.into_iter().collect(),
        found: 0,
    };
    first.visit_body(body);
    first.found
}

struct FirstValues<'a> {
    bound: HashSet<&'a str>,
    found: usize,
}

impl<'a> Visitor<'a> for FirstValues<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::Assign(assign) = stmt
            && let [Expr::Name(target)] = assign.targets.as_slice()
            && !self.bound.contains(target.id.as_str())
            && !is_builtin(&target.id)
        {
            self.found += usize::from(reads_freely(&assign.value, &target.id));
        }
        if matches!(
            stmt,
            Stmt::If(_) | Stmt::For(_) | Stmt::While(_) | Stmt::With(_) | Stmt::Try(_) | Stmt::Match(_)
        ) {
            self.bound.extend(targets(stmt));
            walk_stmt(self, stmt);
        }
        self.bound.extend(bindings(std::slice::from_ref(stmt)));
    }
}

/// The names that the header of a compound statement binds.
fn targets(stmt: &Stmt) -> HashSet<&str> {
    let inner: HashSet<&str> = inner(stmt).flat_map(bindings).collect();
    let all = bindings(std::slice::from_ref(stmt));
    all.difference(&inner).copied().collect()
}

/// Returns whether an expression reads a name that it does not bind itself, in a comprehension or a lambda.
fn reads_freely(value: &Expr, name: &str) -> bool {
    let mut reads = Reads(HashSet::new());
    reads.visit_expr(value);
    let mut own = Own(HashSet::new());
    own.visit_expr(value);
    reads.0.contains(name) && !own.0.contains(name)
}

struct Own<'a>(HashSet<&'a str>);

impl<'a> Visitor<'a> for Own<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if !name.ctx.is_load() => drop(self.0.insert(&name.id)),
            Expr::Lambda(lambda) => {
                let parameters = lambda.parameters.as_deref();
                self.0.extend(parameters.into_iter().flat_map(parameter_names));
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}

fn has_alternative(branch: &StmtIf) -> bool {
    !branch.elif_else_clauses.is_empty()
}

/// Returns whether a block never reaches the code behind it.
fn leaves(body: &[Stmt]) -> bool {
    matches!(
        body.last(),
        Some(Stmt::Return(_) | Stmt::Raise(_) | Stmt::Break(_) | Stmt::Continue(_))
    )
}

/// The blocks of a statement that belong to the same scope.
fn inner(stmt: &Stmt) -> impl Iterator<Item = &[Stmt]> {
    let blocks: [&[Stmt]; 2] = match stmt {
        Stmt::If(if_) => [&if_.body, &[]],
        Stmt::For(for_) => [&for_.body, &for_.orelse],
        Stmt::While(while_) => [&while_.body, &while_.orelse],
        Stmt::With(with) => [&with.body, &[]],
        Stmt::Try(try_) => [&try_.body, &try_.finalbody],
        _ => [&[], &[]],
    };
    blocks.into_iter()
}

fn reads(stmt: &Stmt) -> HashSet<&str> {
    let mut reads = Reads(HashSet::new());
    reads.visit_stmt(stmt);
    reads.0
}

struct Reads<'a>(HashSet<&'a str>);

impl<'a> Visitor<'a> for Reads<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && name.ctx.is_load()
        {
            self.0.insert(&name.id);
        }
        walk_expr(self, expr);
    }
}
