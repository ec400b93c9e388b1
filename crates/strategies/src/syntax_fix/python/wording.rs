//! Whether some words read like code of a file or like prose.

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{ArgOrKeyword, Expr, Stmt};
use ruff_python_parser::{Parsed, parse_expression};

use super::builtins::is_builtin;
use super::known::Known;
use super::view::parse;

/// The apparent kind of some words, apart from brackets and punctuation at their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wording {
    /// Nothing but punctuation.
    Nothing,
    /// An expression whose names all mean something in the file.
    Expression,
    /// A name that the file binds.
    Name,
    /// The name of a builtin.
    Builtin,
    /// A number, or something made of literals only.
    Literal,
    /// Anything else.
    Text,
}

/// The apparent kind of a text.
pub(super) fn wording(known: &Known, text: &str) -> Wording {
    let text = before_foreign_closer(text)
        .trim()
        .trim_end_matches([':', ',', ';', '+', '-', '*', '/', '%', '|', '&', ' '])
        .trim_end();
    if text.is_empty() {
        return Wording::Nothing;
    }
    match parse_expression(text) {
        Ok(parsed) => of_expression(known, parsed.expr()),
        Err(_) if are_arguments(known, text) => Wording::Expression,
        Err(_) => Wording::Text,
    }
}

/// No one quotes the names of the built-in exceptions.
fn is_exception(name: &str) -> bool {
    is_builtin(name) && (name.ends_with("Error") || name.ends_with("Warning") || name.ends_with("Exception"))
}

/// Returns whether a text reads like the arguments of a call, with at least one keyword argument.
fn are_arguments(known: &Known, text: &str) -> bool {
    match parse_expression(&format!("f({text})")).map(Parsed::into_expr) {
        Ok(Expr::Call(call)) => {
            let mut values = call.arguments.iter_source_order().map(ArgOrKeyword::value);
            !call.arguments.keywords.is_empty() && values.all(|value| Names::all_mean(known, value))
        }
        _ => false,
    }
}

/// Methods of `str` that are called on literals.
const TEXT_METHODS: &[&str] = &[
    "format",
    "join",
    "split",
    "strip",
    "replace",
    "encode",
    "lower",
    "upper",
    "startswith",
    "endswith",
    "center",
    "ljust",
    "rjust",
    "find",
    "index",
    "count",
    "title",
    "splitlines",
    "format_map",
    "zfill",
];

/// Returns whether the text after a string continues the expression that it begins: further arguments or
/// elements, formatting, a method.
pub(super) fn continues_text(known: &Known, rest: &str) -> bool {
    let rest = before_foreign_closer(rest)
        .trim()
        .trim_end_matches([':', ',', ';']);
    let method = rest.strip_prefix('.').and_then(|rest| rest.split('(').next());
    let begins =
        rest.starts_with([',', '%', '+']) || method.is_some_and(|method| TEXT_METHODS.contains(&method));
    if !begins || rest.len() < 2 {
        return false;
    }
    match parse_expression(&format!("f(''{rest})")).map(Parsed::into_expr) {
        Ok(Expr::Call(call)) => {
            let mut values = call.arguments.iter_source_order().map(ArgOrKeyword::value);
            !call.arguments.keywords.is_empty() || values.all(|value| Names::all_mean(known, value))
        }
        _ => false,
    }
}

/// The part of a text before the first closing bracket that it does not open itself.
fn before_foreign_closer(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return &text[..at],
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    text
}

fn of_expression(known: &Known, expr: &Expr) -> Wording {
    match expr {
        _ if Names::of(known, expr).count == 0 => Wording::Literal,
        Expr::Name(name) if known.binds(&name.id) && !known.quotes(&name.id) => Wording::Name,
        Expr::Name(name) if is_exception(&name.id) => Wording::Name,
        Expr::Name(name) if known.means(&name.id) && !known.quotes(&name.id) => Wording::Builtin,
        Expr::Name(_) => Wording::Text,
        _ if Names::of(known, expr).suffice() => Wording::Expression,
        _ => Wording::Text,
    }
}

/// Returns whether a line reads like a statement of the file, not like prose: it parses, and not as a bare
/// word or a chain of them.
pub(super) fn is_statement(known: &Known, line: &str) -> bool {
    let line = line.trim();
    let header = line.trim_end_matches(|c: char| c.is_whitespace()).ends_with(':');
    let text = if header {
        format!("{line}\n pass\n")
    } else {
        format!("{line}\n")
    };
    let parsed = parse(&closed(&text));
    let clause = ["else", "elif ", "except", "finally"]
        .iter()
        .any(|word| line.starts_with(word));
    if clause && header {
        return true;
    }
    match parsed.suite().as_slice() {
        _ if !parsed.has_valid_syntax() => false,
        [Stmt::Expr(only)] => match &*only.value {
            Expr::Call(_) | Expr::Yield(_) | Expr::Await(_) => true,
            Expr::StringLiteral(_) => false,
            Expr::Name(_) | Expr::NumberLiteral(_) => false,
            expr => Names::all_mean(known, expr),
        },
        [] => false,
        _ => true,
    }
}

/// The text with the brackets closed that it leaves open at its end.
fn closed(text: &str) -> String {
    let mut closed = text.trim_end().to_owned();
    while let Some(closer) = closed.chars().next_back().and_then(closer) {
        closed.push(closer);
    }
    closed.push('\n');
    closed
}

fn closer(opener: char) -> Option<char> {
    match opener {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Returns whether a text of several lines is a piece of program.
pub(super) fn is_program(text: &str) -> bool {
    let parsed = parse(text.trim());
    let does = |stmt: &Stmt| !matches!(stmt, Stmt::Expr(_) | Stmt::AnnAssign(_) | Stmt::Pass(_));
    parsed.has_valid_syntax() && parsed.suite().iter().any(does)
}

/// Counts the names that an expression reads.
struct Names<'a> {
    known: &'a Known,
    /// Bound in the expression itself, by a comprehension or a lambda.
    own: Vec<String>,
    count: usize,
    /// The number of words that mean something in the file.
    meaning: usize,
    /// Whether it calls, indexes or looks into something.
    is_structured: bool,
}

impl<'a> Names<'a> {
    fn of(known: &'a Known, expr: &Expr) -> Self {
        let mut names = Self {
            known,
            own: Vec::new(),
            count: 0,
            meaning: 0,
            is_structured: false,
        };
        names.visit_expr(expr);
        names
    }

    fn all_mean(known: &'a Known, expr: &Expr) -> bool {
        let names = Self::of(known, expr);
        names.meaning == names.count
    }

    /// Returns whether this is code of the file: every name means something, or a part of them where it
    /// has the form of code.
    fn suffice(&self) -> bool {
        self.meaning == self.count || self.is_structured && self.meaning * 3 >= self.count
    }
}

impl<'n> Visitor<'n> for Names<'_> {
    fn visit_expr(&mut self, expr: &'n Expr) {
        match expr {
            Expr::Name(name) if name.ctx.is_store() => self.own.push(name.id.to_string()),
            Expr::Name(name) => {
                let own = self.own.iter().any(|own| **own == *name.id);
                self.count += 1;
                self.meaning += usize::from(own || self.known.mentions(&name.id));
            }
            _ => {
                self.is_structured |=
                    expr.is_call_expr() || expr.is_subscript_expr() || expr.is_attribute_expr();
                walk_expr(self, expr);
            }
        }
    }
}
