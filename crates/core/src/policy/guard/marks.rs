//! Regular expressions over source text that are compiled only when they may match.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use regex::{Captures, Match, Regex};

use crate::pattern::pattern;
use crate::tool_facts::{self, Kind, Mark};

/// The beginning of a comment in any language, up to the words of a suppression.
const COMMENT: &str = r"(?:#|//|/\*|--|;|%|<!--|\{-)[^\n]*?\b";

/// The text after the name of a tool that silences it.
const SILENCE: &str =
    r"[-:\s=]\s*(?:disable|exclude|ignore|off|skip|allow|suppress|todo|nowarn|no-check)[\w-]*";

static MARKS: LazyLock<BTreeMap<Kind, Marks>> = LazyLock::new(|| {
    let mut marks: BTreeMap<Kind, Marks> = BTreeMap::new();
    let mut comments = Marks::default();
    for tool in tool_facts::tools() {
        for (kind, expressions) in &tool.marks {
            let of_kind = match kind {
                Kind::Comments => &mut comments,
                _ => marks.entry(*kind).or_default(),
            };
            for mark in expressions {
                of_kind.add(mark);
            }
        }
        for name in &tool.silenced_by_name {
            comments.words.push(name);
            comments.patterns.push(format!("{name}{SILENCE}"));
        }
    }
    let silences = marks.entry(Kind::Silences).or_default();
    silences.words.append(&mut comments.words);
    let comments = comments.patterns.join("|");
    silences.patterns.push(format!(r"{COMMENT}(?:{comments})[^\n]*"));
    marks
});

/// The expressions of one kind. A kind that no tool has matches nothing.
pub(super) fn marks(kind: Kind) -> &'static Marks {
    static NONE: Marks = Marks::new();
    MARKS.get(&kind).unwrap_or(&NONE)
}

/// Compiles every expression, which takes some milliseconds: a host can do it while it waits for the command.
pub fn warm_up() {
    for marks in MARKS.values() {
        marks.expression();
    }
}

/// Expressions, and words one of which is in every match. Most texts hold none of them, and then the expressions
/// are not even compiled, which costs more than the search for the words.
#[derive(Default)]
pub(super) struct Marks {
    words: Vec<&'static str>,
    patterns: Vec<String>,
    expression: OnceLock<Regex>,
}

impl Marks {
    const fn new() -> Self {
        Self {
            words: Vec::new(),
            patterns: Vec::new(),
            expression: OnceLock::new(),
        }
    }

    fn add(&mut self, mark: &'static Mark) {
        self.words.extend(mark.words());
        self.patterns.push(mark.pattern().to_owned());
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.for_text(text)
            .is_some_and(|expression| expression.is_match(text))
    }

    pub(super) fn find_iter<'t>(&'static self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        let expression = self.for_text(text).into_iter();
        expression.flat_map(move |expression| expression.find_iter(text))
    }

    pub(super) fn captures<'t>(&'static self, text: &'t str) -> Option<Captures<'t>> {
        self.captures_iter(text).next()
    }

    pub(super) fn captures_iter<'t>(&'static self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        let expression = self.for_text(text).into_iter();
        expression.flat_map(move |expression| expression.captures_iter(text))
    }

    /// The expression, if it may match.
    fn for_text(&self, text: &str) -> Option<&Regex> {
        let is_likely = self.words.iter().any(|word| text.contains(word));
        is_likely.then(|| self.expression())
    }

    fn expression(&self) -> &Regex {
        self.expression
            .get_or_init(|| pattern(&format!("(?m){}", self.patterns.join("|"))))
    }
}
