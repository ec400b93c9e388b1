//! Changes to the arguments of calls in Python: other names, names instead of positions, arguments that went.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::{AnyNodeRef, ArgOrKeyword, Expr, ExprCall};
use ruff_text_size::{Ranged, TextRange};

use super::error::RuleFileError;
use super::expression::Expression;
use super::python::{Names, Path};
use super::rewrite::Found;
use super::text::ArgumentText;
use crate::python::source::Source;

/// The changes to the arguments of some callees.
#[derive(Debug)]
pub(super) struct Argument {
    functions: Vec<Path>,
    methods: BTreeSet<String>,
    renames: BTreeMap<String, String>,
    values: BTreeMap<String, String>,
    removed: BTreeSet<String>,
    keywords: Vec<String>,
    conditions: BTreeMap<String, Expression>,
}

impl Argument {
    pub(super) fn new(text: ArgumentText) -> Result<Self, RuleFileError> {
        if text.of.is_empty() {
            return Err(RuleFileError::new("nothing is called")
                .at("argument.of")
                .hint("name the callees: of = [\"module.function\", \".method\"]"));
        }
        let changes_names = !(text.rename.is_empty() && text.remove.is_empty() && text.keywords.is_empty());
        if !changes_names && text.value.is_empty() {
            return Err(RuleFileError::new("no argument changes")
                .at("argument")
                .hint("add rename, value, remove or keywords"));
        }
        let (methods, functions): (Vec<String>, Vec<String>) =
            text.of.into_iter().partition(|callee| callee.starts_with('.'));
        Ok(Self {
            functions: functions.iter().map(|name| Path::of(name)).collect(),
            methods: methods
                .iter()
                .map(|name| name.trim_start_matches('.').to_owned())
                .collect(),
            renames: text.rename,
            values: text.value,
            removed: text.remove.into_iter().collect(),
            keywords: text.keywords,
            conditions: text
                .conditions
                .into_iter()
                .map(|(name, expression)| (name, Expression::whole(&expression)))
                .collect(),
        })
    }

    /// # Errors
    /// When an expression is not valid.
    pub(super) fn check(&self) -> Result<(), RuleFileError> {
        let check = |(name, expression): (&String, &Expression)| {
            let invalid = |error| {
                RuleFileError::new(format!("no regular expression for '{name}': {error}"))
                    .at("argument.where")
            };
            expression.check().map_err(invalid)
        };
        self.conditions.iter().try_for_each(check)
    }

    /// Returns whether the file's imports identify all callees.
    pub(super) fn is_qualified(&self) -> bool {
        self.methods.is_empty()
    }

    pub(super) fn methods(&self) -> impl Iterator<Item = &str> {
        self.methods.iter().map(String::as_str)
    }

    /// The calls that change, and the changed calls. Methods of unknown objects count only `with_methods`.
    pub(super) fn find(&self, names: &Names<'_>, with_methods: bool) -> Vec<Found> {
        let source = names.source();
        let mut found = Vec::new();
        source.each_node(|node| {
            let AnyNodeRef::ExprCall(call) = node else {
                return;
            };
            let is_method = match call.func.as_ref() {
                Expr::Attribute(attribute) => with_methods && self.methods.contains(attribute.attr.as_str()),
                _ => false,
            };
            if is_method
                || self
                    .functions
                    .iter()
                    .any(|path| names.reads(path, call.func.range()))
            {
                found.extend(self.changed(source, call));
            }
        });
        found
    }

    /// The call with its arguments changed, if one of them does.
    fn changed(&self, source: &Source, call: &ExprCall) -> Option<Found> {
        let arguments: Vec<ArgOrKeyword<'_>> = call.arguments.iter_source_order().collect();
        if !self.holds(source, &arguments) {
            return None;
        }
        let mut edits: Vec<(TextRange, String)> = Vec::new();
        let inside = call.arguments.inner_range();
        let is_removed =
            |argument: &ArgOrKeyword<'_>| keyword(argument).is_some_and(|name| self.removed.contains(name));
        if !arguments.is_empty() && arguments.iter().all(is_removed) {
            edits.push((inside, String::new()));
        } else {
            let mut is_unpacked = false;
            for (index, argument) in arguments.iter().enumerate() {
                is_unpacked |= matches!(argument, ArgOrKeyword::Arg(Expr::Starred(_)));
                if is_removed(argument) {
                    let is_last = arguments[index..].iter().all(is_removed);
                    let range = match (is_last, arguments.get(index + 1)) {
                        (false, Some(next)) => TextRange::new(argument.start(), next.start()),
                        _ => TextRange::new(arguments[index.checked_sub(1)?].end(), argument.end()),
                    };
                    edits.push((range, String::new()));
                } else if let ArgOrKeyword::Keyword(passed) = argument {
                    let Some(name) = passed.arg.as_ref() else { continue };
                    if let Some(new) = self.renames.get(name.as_str()) {
                        edits.push((name.range(), new.clone()));
                    }
                    if let Some(value) = self.values.get(name.as_str()) {
                        edits.push((passed.value.range(), value.clone()));
                    }
                } else if let Some(name) = self.keywords.get(index).filter(|name| !name.is_empty()) {
                    if is_unpacked {
                        return None;
                    }
                    let at = TextRange::empty(argument.start());
                    edits.push((at, format!("{name}=")));
                }
            }
        }
        if edits.is_empty() {
            return None;
        }
        Some(Found {
            range: call.range().to_std_range(),
            replacement: written(source, call.range(), &edits),
        })
    }

    /// Returns whether the values are as the conditions say, and no argument gets a name that is passed already.
    fn holds(&self, source: &Source, arguments: &[ArgOrKeyword<'_>]) -> bool {
        let passed: BTreeMap<&str, &str> = arguments
            .iter()
            .filter_map(|argument| Some((keyword(argument)?, source.slice(argument.value()))))
            .collect();
        let fits = |(name, expression): (&String, &Expression)| {
            passed
                .get(name.as_str())
                .is_none_or(|value| expression.is_match(value))
        };
        let by_position = arguments
            .iter()
            .take_while(|argument| keyword(argument).is_none())
            .count();
        let mut named = self.keywords.iter().take(by_position);
        let mut renamed = self.renames.iter();
        self.conditions.iter().all(fits)
            && named.all(|name| !passed.contains_key(name.as_str()))
            && !renamed
                .any(|(old, new)| passed.contains_key(old.as_str()) && passed.contains_key(new.as_str()))
    }
}

fn keyword<'a>(argument: &ArgOrKeyword<'a>) -> Option<&'a str> {
    match argument {
        ArgOrKeyword::Keyword(keyword) => Some(keyword.arg.as_ref()?.as_str()),
        ArgOrKeyword::Arg(_) => None,
    }
}

/// The text of a range after edits within it.
fn written(source: &Source, range: TextRange, edits: &[(TextRange, String)]) -> String {
    let mut text = String::new();
    let mut done = range.start();
    for (at, new) in edits {
        text.push_str(source.slice(TextRange::new(done, at.start())));
        text.push_str(new);
        done = at.end();
    }
    text.push_str(source.slice(TextRange::new(done, range.end())));
    text
}
