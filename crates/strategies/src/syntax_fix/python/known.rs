//! Facts about a file before it is changed: the names it binds, the words it quotes, its indentation.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{
    Alias, ExceptHandler, Expr, ExprStringLiteral, ModModule, Parameter, Pattern, Stmt, StringFlags,
};
use ruff_python_parser::{ParseError, Parsed, UnsupportedSyntaxErrorKind};
use ruff_text_size::{Ranged, TextRange};

use super::builtins;
use super::habit::Habits;
use super::view;

/// Evidence that stays the same while the file is being changed.
#[derive(Debug, Default)]
pub(in crate::syntax_fix) struct Known {
    /// Names bound anywhere: parameters, targets, definitions, imports.
    bound: HashSet<String>,
    /// Lines that hold a fault, in bytes: their names prove nothing.
    broken: Vec<Range<usize>>,
    /// Names called anywhere, attributes included.
    called: HashSet<String>,
    /// Names that are followed by an index anywhere, attributes included.
    indexed: HashSet<String>,
    /// Names and attributes read anywhere.
    read: HashSet<String>,
    /// Short string literals.
    quoted: HashSet<String>,
    /// Sequences of tokens that it has where nothing is broken.
    pub(super) habits: Habits,
    /// White space of one level.
    pub unit: Unit,
    /// The line ending.
    pub newline: &'static str,
    /// Newer grammar that the file uses and may continue using.
    pub newer: HashSet<UnsupportedSyntaxErrorKind>,
    /// Newer grammar that the interpreter refused.
    pub rejected: HashSet<UnsupportedSyntaxErrorKind>,
}

/// White space of one level of indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::syntax_fix) enum Unit {
    /// This many spaces.
    Spaces(usize),
    /// A tab.
    Tab,
}

impl Default for Unit {
    /// PEP 8.
    fn default() -> Self {
        Self::Spaces(4)
    }
}

impl Unit {
    /// Columns of one level.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Spaces(spaces) => spaces,
            Self::Tab => 8,
        }
    }
}

impl Known {
    /// Reads a file. `reported` are the lines (1-based) on which an interpreter found fault.
    pub(in crate::syntax_fix) fn of(text: &str, reported: &[usize]) -> Self {
        let parsed = view::parse(text);
        let mut known = Self {
            unit: unit(text),
            newline: if text.contains("\r\n") { "\r\n" } else { "\n" },
            broken: broken_lines(text, &parsed),
            ..Self::default()
        };
        known.habits = Habits::of(text, &parsed, &known.broken);
        known.visit_body(parsed.suite());
        known.versions(text, &parsed, reported);
        known
    }

    /// Returns whether a name is bound somewhere in the file.
    pub(super) fn binds(&self, name: &str) -> bool {
        self.bound.contains(name)
    }

    /// Returns whether a name means something in the file, builtins included.
    pub(super) fn means(&self, name: &str) -> bool {
        self.binds(name) || builtins::is_builtin(name)
    }

    /// Returns whether a name is called somewhere, as a function or as a method.
    pub(super) fn calls(&self, name: &str) -> bool {
        self.called.contains(name)
    }

    /// Returns whether a name is followed by an index somewhere.
    pub(super) fn indexes(&self, name: &str) -> bool {
        self.indexed.contains(name)
    }

    /// Returns whether a name occurs in the file outside the broken lines, or is a builtin.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.means(name) || self.read.contains(name)
    }

    /// Names that are called, but bound nowhere.
    pub(super) fn missing_functions(&self) -> impl Iterator<Item = &str> {
        self.called
            .iter()
            .map(String::as_str)
            .filter(|name| !self.means(name))
    }

    /// Returns whether the file has a string literal of this value.
    pub(super) fn quotes(&self, word: &str) -> bool {
        self.quoted.contains(word)
    }

    /// Grammar newer than the oldest supported: refused where the interpreter found fault, and
    /// otherwise known to be understood.
    fn versions(&mut self, text: &str, parsed: &Parsed<ModModule>, reported: &[usize]) {
        let line = |place: TextRange| text[..place.start().to_usize()].matches('\n').count() + 1;
        let broken: Vec<usize> = parsed.errors().iter().map(|error| line(error.location)).collect();
        for error in parsed.unsupported_syntax_errors() {
            let line = line(error.range);
            if error.kind == UnsupportedSyntaxErrorKind::ParenthesizedKeywordArgumentName {
                continue;
            }
            if reported.contains(&line) && !broken.contains(&line) {
                self.rejected.insert(error.kind);
            } else {
                self.newer.insert(error.kind);
            }
        }
    }

    fn is_broken(&self, place: TextRange) -> bool {
        let at = place.start().to_usize();
        self.broken.iter().any(|line| line.contains(&at))
    }

    fn bind(&mut self, name: &str) {
        if !name.is_empty() {
            self.bound.insert(name.to_owned());
        }
    }
}

impl<'n> Visitor<'n> for Known {
    fn visit_stmt(&mut self, stmt: &'n Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => self.bind(&function.name),
            Stmt::ClassDef(class) => self.bind(&class.name),
            _ => {}
        }
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'n Expr) {
        match expr {
            Expr::Name(name) if name.ctx.is_store() => self.bind(&name.id),
            _ if self.is_broken(expr.range()) => {}
            Expr::Name(name) => {
                self.read.insert(name.id.to_string());
            }
            Expr::Attribute(attribute) => {
                self.read.insert(attribute.attr.to_string());
            }
            Expr::Call(call) => self.called.extend(last_name(&call.func)),
            Expr::Subscript(subscript) => self.indexed.extend(last_name(&subscript.value)),
            Expr::StringLiteral(literal) if is_short_and_closed(literal) => {
                self.quoted.insert(literal.value.to_str().to_owned());
            }
            _ => {}
        }
        walk_expr(self, expr);
    }

    fn visit_parameter(&mut self, parameter: &'n Parameter) {
        self.bind(&parameter.name);
        ruff_python_ast::visitor::walk_parameter(self, parameter);
    }

    fn visit_alias(&mut self, alias: &'n Alias) {
        let name = alias.asname.as_ref().unwrap_or(&alias.name);
        self.bind(name.split('.').next().unwrap_or_default());
    }

    fn visit_except_handler(&mut self, handler: &'n ExceptHandler) {
        let ExceptHandler::ExceptHandler(clause) = handler;
        if let Some(name) = &clause.name {
            self.bind(name);
        }
        ruff_python_ast::visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'n Pattern) {
        for name in super::names::captures(pattern) {
            self.bind(name);
        }
        ruff_python_ast::visitor::walk_pattern(self, pattern);
    }
}

fn broken_lines(text: &str, parsed: &Parsed<ModModule>) -> Vec<Range<usize>> {
    let line = |error: &ParseError| {
        let at = error.location.start().to_usize();
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
        start..end
    };
    parsed.errors().iter().map(line).collect()
}

/// The last name of a called or indexed expression.
fn last_name(function: &Expr) -> Option<String> {
    match function {
        Expr::Name(name) => Some(name.id.to_string()),
        Expr::Attribute(attribute) => Some(attribute.attr.to_string()),
        _ => None,
    }
}

fn is_short_and_closed(literal: &ExprStringLiteral) -> bool {
    literal.value.len() <= 40 && !literal.value.iter().any(|part| part.flags.is_unclosed())
}

/// The step by which lines most often go deeper.
fn unit(text: &str) -> Unit {
    let mut steps: HashMap<Unit, usize> = HashMap::new();
    let mut before = "";
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let blank = &line[..line.len() - line.trim_start().len()];
        if let Some(step) = blank.strip_prefix(before).and_then(Unit::of) {
            *steps.entry(step).or_default() += 1;
        }
        before = blank;
    }
    let most = steps
        .into_iter()
        .max_by_key(|&(unit, count)| (count, std::cmp::Reverse(unit.width().abs_diff(4))));
    most.map(|(unit, _)| unit).unwrap_or_default()
}

impl Unit {
    /// The indentation unit if this white space is one level, if it can be one.
    fn of(blank: &str) -> Option<Self> {
        match blank.len() {
            1 if blank == "\t" => Some(Self::Tab),
            spaces @ 1..=8 if blank.bytes().all(|byte| byte == b' ') => Some(Self::Spaces(spaces)),
            _ => None,
        }
    }
}
