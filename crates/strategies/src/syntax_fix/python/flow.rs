//! Names that are read where they may not be bound yet.
//!
//! A line moved out of its `if` leaves such names behind: what the branch assigns is read after it,
//! and nothing else ever assigns it.

use std::collections::HashSet;

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, Stmt, StmtIf};

use super::names::bindings;

/// How many names some branch without an alternative is the only one to bind, and that are read
/// after it. `bound` are the names that the scope begins with.
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

fn has_alternative(branch: &StmtIf) -> bool {
    !branch.elif_else_clauses.is_empty()
}

/// Whether a block never reaches what follows it.
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
