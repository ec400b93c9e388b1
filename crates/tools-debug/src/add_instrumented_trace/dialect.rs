//! The properties of a language needed to insert probes into its programs. Each language is a file
//! of `dialects/`.

use std::path::Path;

use tree_sitter::{Language, Node, Parser, Tree};

use super::place::Place;
use super::probe::Probe;
use super::spots::Form;

/// The statements of a language, in the words of its grammar.
#[derive(Debug)]
pub(super) struct Syntax {
    /// Nodes whose children are statements.
    pub(super) lists: &'static [&'static str],
    /// Fields of such nodes that hold something else.
    pub(super) other_fields: &'static [&'static str],
    /// Children of such nodes that are not statements.
    pub(super) marks: &'static [&'static str],
    /// Children that belong to the statement after them.
    pub(super) attached: &'static [&'static str],
    /// Children that belong to the statement before them.
    pub(super) tails: &'static [&'static str],
    /// Places where a single statement is allowed instead of a block: parent and field.
    pub(super) alone: &'static [(&'static str, &'static str)],
    /// Expressions that run later than the code around them: parent and field.
    pub(super) later: &'static [(&'static str, &'static str)],
    /// Constructs that are reached when their content runs: branches, functions.
    pub(super) clauses: &'static [&'static str],
    /// The tokens that open a list.
    pub(super) openers: &'static [&'static str],
    /// Whether a probe goes behind a label, because a jump may lead there.
    pub(super) passes_labels: bool,
}

impl Syntax {
    /// An empty dialect, to be filled in.
    pub(super) const NONE: Self = Self {
        lists: &[],
        other_fields: &[],
        marks: &[],
        attached: &[],
        tails: &[],
        alone: &[],
        later: &[],
        clauses: &[],
        openers: &[],
        passes_labels: false,
    };

    pub(super) fn leads(&self, kind: &str) -> bool {
        self.clauses.contains(&kind) || self.lists.contains(&kind)
    }

    pub(super) fn is_clause(&self, node: Option<Node<'_>>) -> bool {
        node.is_some_and(|node| self.clauses.contains(&node.kind()))
    }
}

/// Text that is put into a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Insertion {
    pub(super) at: usize,
    pub(super) text: String,
    /// Whether it belongs to the construct that ends there.
    pub(super) is_behind: bool,
}

impl Insertion {
    pub(super) fn new(at: usize, text: impl Into<String>) -> Self {
        Self {
            at,
            text: text.into(),
            is_behind: false,
        }
    }

    pub(super) fn behind(at: usize, text: impl Into<String>) -> Self {
        Self {
            is_behind: true,
            ..Self::new(at, text)
        }
    }
}

/// A program that checks whether a file is valid in its language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Checker {
    pub(super) program: &'static str,
    pub(super) arguments: &'static [&'static str],
}

/// A file that is about to be probed.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) tree: &'a Tree,
}

/// A language that probes can be written in.
pub(super) trait Dialect: Sync {
    /// The endings of its files.
    fn endings(&self) -> &'static [&'static str];

    fn grammar(&self, ending: &str) -> Language;

    fn syntax(&self) -> &'static Syntax;

    /// A statement that reports, with its separator from the next one.
    fn statement(&self, probe: &Probe, source: Source<'_>, place: &Place) -> String;

    /// The insertions for one probe.
    fn insertions(&self, probe: &Probe, source: Source<'_>, place: &Place) -> Vec<Insertion> {
        let statement = self.statement(probe, source, place);
        match place.form {
            Form::Before | Form::Member => vec![Insertion::new(place.at, format!("{statement} "))],
            Form::After => vec![Insertion::new(place.at, format!(" {statement}"))],
            Form::Alone | Form::Later => vec![
                Insertion::new(place.at, format!("{{ {statement} ")),
                Insertion::behind(place.end, " }"),
            ],
        }
    }

    /// Code that the probes of a file need once.
    fn support(&self, _: &Probe, _: Source<'_>, _: &Place) -> Vec<Insertion> {
        Vec::new()
    }

    /// Why nothing in a construct can print.
    fn closed(&self, _: Node<'_>, _: &str) -> Option<&'static str> {
        None
    }

    /// Returns whether a statement must stay in front of all others; `before` others precede it.
    fn is_pinned(&self, _: Node<'_>, _: &str, _before: usize) -> bool {
        false
    }

    fn is_list(&self, node: Node<'_>) -> bool {
        self.syntax().lists.contains(&node.kind())
    }

    /// Returns whether braces around a node leave its meaning.
    fn may_wrap(&self, _: Node<'_>) -> bool {
        true
    }

    /// The place where an initialiser may be inserted before a member of a class.
    fn member(&self, _: Node<'_>, _: &str) -> Option<usize> {
        None
    }

    fn checker(&self, ending: &str) -> Option<Checker>;
}

/// The language of a file, by its ending or its first line.
pub(super) fn of(file: &Path, text: &str) -> Option<(&'static dyn Dialect, String)> {
    let ending = match file.extension().and_then(|ending| ending.to_str()) {
        Some(ending) => ending.to_ascii_lowercase(),
        None => interpreter(text)?.to_owned(),
    };
    let dialect = super::dialects::ALL
        .iter()
        .find(|dialect| dialect.endings().contains(&ending.as_str()))?;
    Some((*dialect, ending))
}

/// The ending that a `#!` line stands for.
fn interpreter(text: &str) -> Option<&'static str> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let known = [
        ("python", "py"),
        ("node", "js"),
        ("ruby", "rb"),
        ("bash", "sh"),
        ("sh", "sh"),
    ];
    let found = known.iter().find(|(name, _)| line.contains(name));
    found.map(|(_, ending)| *ending)
}

pub(super) fn parse(language: &Language, text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    parser.parse(text, None)
}

/// The number of syntax errors that the grammar finds in a file.
pub(super) fn errors(tree: &Tree) -> usize {
    let mut open = vec![tree.root_node()];
    let mut count = 0;
    while let Some(node) = open.pop() {
        count += usize::from(node.is_error() || node.is_missing());
        if node.has_error() {
            let mut cursor = node.walk();
            open.extend(node.children(&mut cursor));
        }
    }
    count
}
