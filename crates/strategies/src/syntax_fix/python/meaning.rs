//! Measures how odd a program looks.
//!
//! Of two texts that parse, the intended one rarely has a comparison as a statement, tests a tuple
//! or reads an unbound name. Each such oddity costs points. Oddities in the rest of the file cost
//! every repair the same, so they do not matter.

use std::hash::{DefaultHasher, Hash, Hasher};

use ruff_python_ast::comparable::ComparableStmt;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{
    Arguments, ElifElseClause, ExceptHandler, Expr, ExprCall, ExprStringLiteral, Stmt, StmtAssign,
    StmtFunctionDef,
};
use ruff_text_size::{Ranged, TextRange};

use super::wording::is_program;
use super::{builtins, flow, names};
use crate::syntax_fix::language::{Cost, Meaning};

/// A name that nothing binds: at run time that is an error.
const UNBOUND: Cost = 4;
/// A name that only a branch binds, and that is read after it.
const MAYBE_UNBOUND: Cost = 3;
/// A statement that computes something and drops it.
const DROPPED: Cost = 5;
/// A condition that is always true: a tuple, a generator, a text.
const CONSTANT_TEST: Cost = 8;
/// `else` after a loop that is never left by `break`.
const IDLE_ELSE: Cost = 6;
/// Statements after `return`, `raise`, `break` or `continue`.
const UNREACHABLE: Cost = 6;
/// A list or set of one generator: `[(x for x in y)]`.
const LONE_GENERATOR: Cost = 5;
/// A literal that is called or indexed like something else; CPython warns.
const CALLED_LITERAL: Cost = 8;
/// A builtin called with a number of arguments that it never takes.
const WRONG_ARITY: Cost = 6;
/// A function with `self` that is not a method, or a method without any parameter.
const STRAY_SELF: Cost = 6;
/// Something defined twice in one body.
const REDEFINED: Cost = 3;
/// An annotation that is not a type: `else_: x == 1`.
const ODD_ANNOTATION: Cost = 5;
/// A name assigned to itself.
const SELF_ASSIGNED: Cost = 4;
/// `if f(x and y)`: a bracket closed too late, more often than an argument that is a condition.
const TESTED_ARGUMENT: Cost = 3;
/// `'a''b'`: a quote missing or too many, more often than two texts that are one.
const GLUED_TEXTS: Cost = 4;
/// `a = f(), b`: a bracket closed too early, more often than a tuple.
const BARE_TUPLE: Cost = 3;
/// A text, not used for anything, that is a piece of program.
const QUOTED_PROGRAM: Cost = 10;
/// A name whose first value is made from itself: `f = g(f)`.
const MADE_OF_ITSELF: Cost = 6;
/// A builtin that takes a collection or a text and is given a comparison: `len(a == b)`.
const COUNTED_COMPARISON: Cost = 4;
/// A `pass` in a block with other statements.
const IDLE_PASS: Cost = 2;

/// An exception that gets a name which its handler does not read.
const UNREAD_EXCEPTION: Cost = 4;

/// The meaning of a program and its oddity.
pub(super) fn meaning(body: &[Stmt]) -> Meaning {
    let mut doubts = Doubts::default();
    doubts.block(body, Place::Module);
    doubts.of_itself(body, Vec::new());
    let unbound = names::unbound(body).len();
    Meaning {
        oddity: doubts.points + UNBOUND * Cost::try_from(unbound).unwrap_or(Cost::MAX / UNBOUND),
        identity: identity(body),
    }
}

fn identity(body: &[Stmt]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for stmt in body {
        ComparableStmt::from(stmt).hash(&mut hasher);
    }
    hasher.finish()
}

#[derive(Default)]
struct Doubts {
    points: Cost,
    place: Place,
}

/// The kind of body that contains the statements.
#[derive(Default, Clone, Copy, PartialEq)]
enum Place {
    #[default]
    Module,
    Class,
    Function,
}

impl Doubts {
    fn doubt_if(&mut self, odd: bool, points: Cost) {
        self.points += if odd { points } else { 0 };
    }

    /// The body of a module, class or function.
    fn block(&mut self, body: &[Stmt], place: Place) {
        let outer = std::mem::replace(&mut self.place, place);
        self.definitions(body);
        self.statements(body);
        self.place = outer;
    }

    fn definitions(&mut self, body: &[Stmt]) {
        let mut names: Vec<&str> = body.iter().filter_map(plain_definition).collect();
        names.sort_unstable();
        let twice = names.windows(2).filter(|pair| pair[0] == pair[1]).count();
        self.points += REDEFINED * Cost::try_from(twice).unwrap_or_default();
    }

    /// Statements one after the other, at any depth.
    fn statements(&mut self, body: &[Stmt]) {
        let unreachable = body
            .split_last()
            .is_some_and(|(_, before)| before.iter().any(leaves));
        self.doubt_if(unreachable, UNREACHABLE);
        let idle = body.len() > 1 && body.iter().any(Stmt::is_pass_stmt);
        self.doubt_if(idle, IDLE_PASS);
        for (index, stmt) in body.iter().enumerate() {
            if let Stmt::Expr(dropped) = stmt {
                let documents = index == 0 || self.place != Place::Function;
                self.doubt_if(!is_worth_a_statement(&dropped.value, documents), DROPPED);
                self.doubt_if(quotes_program(&dropped.value), QUOTED_PROGRAM);
            }
            self.visit_stmt(stmt);
        }
    }

    fn function(&mut self, function: &StmtFunctionDef) {
        self.of_itself(&function.body, names::parameter_names(&function.parameters));
        let parameters = names::parameter_names(&function.parameters).into_iter().collect();
        let doubtful = flow::maybe_unbound(&function.body, parameters);
        self.points += MAYBE_UNBOUND * Cost::try_from(doubtful).unwrap_or_default();
        let first = function
            .parameters
            .iter_non_variadic_params()
            .next()
            .map(|parameter| parameter.name().as_str());
        let stray = match self.place {
            Place::Class => {
                first.is_none() && function.parameters.vararg.is_none() && function.decorator_list.is_empty()
            }
            Place::Module | Place::Function => first == Some("self"),
        };
        self.doubt_if(stray, STRAY_SELF);
    }

    fn of_itself(&mut self, body: &[Stmt], parameters: Vec<&str>) {
        let found = flow::made_of_themselves(body, parameters);
        self.points += MADE_OF_ITSELF * Cost::try_from(found).unwrap_or_default();
    }

    fn test(&mut self, test: &Expr) {
        let constant = matches!(
            test,
            Expr::Tuple(_)
                | Expr::Generator(_)
                | Expr::StringLiteral(_)
                | Expr::FString(_)
                | Expr::Lambda(_)
                | Expr::ListComp(_)
                | Expr::DictComp(_)
        );
        self.doubt_if(constant, CONSTANT_TEST);
        self.doubt_if(tests_argument(test), TESTED_ARGUMENT);
    }

    fn loop_else(&mut self, body: &[Stmt], orelse: &[Stmt]) {
        self.doubt_if(!orelse.is_empty() && !body.iter().any(breaks), IDLE_ELSE);
    }

    fn call(&mut self, call: &ExprCall) {
        self.doubt_if(is_literal(&call.func), CALLED_LITERAL);
        if let Expr::Name(name) = &*call.func
            && let Some((least, most)) = builtins::arity(&name.id)
            && let Some(given) = positional(&call.arguments)
        {
            let too_few = given < least && call.arguments.keywords.is_empty();
            self.doubt_if(too_few || given > most, WRONG_ARITY);
        }
        self.doubt_if(counts_comparison(call), COUNTED_COMPARISON);
    }
}

impl<'n> Visitor<'n> for Doubts {
    fn visit_body(&mut self, body: &'n [Stmt]) {
        self.statements(body);
    }

    fn visit_stmt(&mut self, stmt: &'n Stmt) {
        match stmt {
            Stmt::Try(try_) => {
                for ExceptHandler::ExceptHandler(handler) in &try_.handlers {
                    let name = handler.name.as_ref();
                    let is_unread =
                        name.is_some_and(|name| !names::unbound(&handler.body).contains(name.as_str()));
                    self.doubt_if(is_unread, UNREAD_EXCEPTION);
                }
            }
            Stmt::If(if_) => self.test(&if_.test),
            Stmt::Assert(assert) => self.test(&assert.test),
            Stmt::While(while_) => {
                self.test(&while_.test);
                self.loop_else(&while_.body, &while_.orelse);
            }
            Stmt::For(for_) => self.loop_else(&for_.body, &for_.orelse),
            Stmt::AnnAssign(assign) => self.doubt_if(!is_type_like(&assign.annotation), ODD_ANNOTATION),
            Stmt::Assign(assign) => {
                let itself = |target: &Expr| match (target, &*assign.value) {
                    (Expr::Name(target), Expr::Name(value)) => target.id == value.id,
                    _ => false,
                };
                self.doubt_if(assign.targets.iter().any(itself), SELF_ASSIGNED);
                self.doubt_if(assigns_bare_tuple(assign), BARE_TUPLE);
            }
            Stmt::FunctionDef(function) => {
                self.function(function);
                return self.block(&function.body, Place::Function);
            }
            Stmt::ClassDef(class) => return self.block(&class.body, Place::Class),
            _ => {}
        }
        walk_stmt(self, stmt);
    }

    fn visit_elif_else_clause(&mut self, clause: &'n ElifElseClause) {
        if let Some(test) = &clause.test {
            self.test(test);
        }
        ruff_python_ast::visitor::walk_elif_else_clause(self, clause);
    }

    fn visit_expr(&mut self, expr: &'n Expr) {
        match expr {
            Expr::Call(call) => self.call(call),
            Expr::Subscript(subscript) => {
                self.doubt_if(indexes_oddly(&subscript.value, &subscript.slice), CALLED_LITERAL);
            }
            Expr::If(if_) => self.test(&if_.test),
            Expr::StringLiteral(text) => self.doubt_if(is_glued(text), GLUED_TEXTS),
            Expr::List(list) => self.doubt_if(matches!(&*list.elts, [Expr::Generator(_)]), LONE_GENERATOR),
            Expr::Set(set) => self.doubt_if(matches!(&*set.elts, [Expr::Generator(_)]), LONE_GENERATOR),
            _ => {}
        }
        walk_expr(self, expr);
    }
}

/// The name of a function or class without decorators, which overloads and properties have.
fn plain_definition(stmt: &Stmt) -> Option<&str> {
    match stmt {
        Stmt::FunctionDef(function) if function.decorator_list.is_empty() => Some(&function.name),
        Stmt::ClassDef(class) if class.decorator_list.is_empty() => Some(&class.name),
        _ => None,
    }
}

fn leaves(stmt: &Stmt) -> bool {
    matches!(
        stmt,
        Stmt::Return(_) | Stmt::Raise(_) | Stmt::Break(_) | Stmt::Continue(_)
    )
}

/// Returns whether a `break` in a statement leaves the loop around it.
fn breaks(stmt: &Stmt) -> bool {
    struct Breaks(bool);
    impl<'n> Visitor<'n> for Breaks {
        fn visit_stmt(&mut self, stmt: &'n Stmt) {
            match stmt {
                Stmt::Break(_) => self.0 = true,
                Stmt::For(for_) => self.visit_body(&for_.orelse),
                Stmt::While(while_) => self.visit_body(&while_.orelse),
                Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
                _ => walk_stmt(self, stmt),
            }
        }
    }
    let mut search = Breaks(false);
    search.visit_stmt(stmt);
    search.0
}

/// Returns whether a statement that only evaluates this does something, or documents something.
fn is_worth_a_statement(expr: &Expr, documents: bool) -> bool {
    match expr {
        Expr::Call(_) | Expr::Await(_) | Expr::Yield(_) | Expr::YieldFrom(_) | Expr::EllipsisLiteral(_) => {
            true
        }
        Expr::StringLiteral(text) => documents || text.value.is_implicit_concatenated() || is_block(text),
        Expr::ListComp(comp) => comp.elt.is_call_expr(),
        Expr::If(if_) => if_.body.is_call_expr(),
        _ => false,
    }
}

fn is_glued(text: &ExprStringLiteral) -> bool {
    let parts: Vec<TextRange> = text.value.iter().map(Ranged::range).collect();
    parts.windows(2).any(|pair| pair[0].end() == pair[1].start())
}

fn tests_argument(test: &Expr) -> bool {
    match test {
        Expr::Call(call)
            if !call
                .func
                .as_name_expr()
                .is_some_and(|name| builtins::is_builtin(&name.id)) =>
        {
            call.arguments.args.iter().any(|argument| match argument {
                Expr::BoolOp(either) => either.op.is_and(),
                argument => argument.is_compare_expr(),
            })
        }
        _ => false,
    }
}

/// Builtins whose argument is never a comparison.
const OF_COLLECTIONS: &[&str] = &[
    "abs",
    "dict",
    "enumerate",
    "frozenset",
    "len",
    "list",
    "max",
    "min",
    "ord",
    "range",
    "reversed",
    "round",
    "set",
    "sorted",
    "tuple",
    "zip",
];

fn counts_comparison(call: &ExprCall) -> bool {
    let name = call.func.as_name_expr().map_or("", |name| name.id.as_str());
    let is_comparison = |argument: &Expr| argument.is_compare_expr() || argument.is_bool_op_expr();
    OF_COLLECTIONS.contains(&name) && matches!(&*call.arguments.args, [only] if is_comparison(only))
}

fn assigns_bare_tuple(assign: &StmtAssign) -> bool {
    let one_target = matches!(&*assign.targets, [Expr::Name(_) | Expr::Attribute(_)]);
    one_target && matches!(&*assign.value, Expr::Tuple(tuple) if !tuple.parenthesized)
}

fn quotes_program(expr: &Expr) -> bool {
    match expr {
        Expr::StringLiteral(text) => is_program(text.value.to_str()),
        _ => false,
    }
}

/// A text of several lines is a comment in other clothes.
fn is_block(text: &ExprStringLiteral) -> bool {
    text.value.to_str().contains('\n')
}

/// The number of positional arguments of a call, if it is known.
fn positional(arguments: &Arguments) -> Option<usize> {
    let starred = arguments.args.iter().any(Expr::is_starred_expr)
        || arguments.keywords.iter().any(|keyword| keyword.arg.is_none());
    (!starred).then_some(arguments.args.len())
}

fn is_literal(expr: &Expr) -> bool {
    expr.is_literal_expr()
        || matches!(
            expr,
            Expr::Tuple(_)
                | Expr::List(_)
                | Expr::Dict(_)
                | Expr::Set(_)
                | Expr::FString(_)
                | Expr::ListComp(_)
        )
}

fn indexes_oddly(value: &Expr, slice: &Expr) -> bool {
    let number = matches!(
        value,
        Expr::NumberLiteral(_) | Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) | Expr::Set(_)
    );
    number || is_literal(value) && slice.is_tuple_expr() && !value.is_dict_expr()
}

fn is_type_like(annotation: &Expr) -> bool {
    match annotation {
        Expr::Name(_)
        | Expr::Attribute(_)
        | Expr::Subscript(_)
        | Expr::StringLiteral(_)
        | Expr::NoneLiteral(_)
        | Expr::EllipsisLiteral(_) => true,
        Expr::BinOp(either) => is_type_like(&either.left) && is_type_like(&either.right),
        _ => false,
    }
}
