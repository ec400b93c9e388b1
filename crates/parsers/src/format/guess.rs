//! Guesses the error type from a message, where the tool's format does not give it.

use std::sync::LazyLock;

use aho_corasick::automaton::Automaton as _;
use aho_corasick::{Anchored, dfa::DFA};
use unbreak_core::{ErrorType, Severity};

/// Parsers' words, in many languages, for invalid text.
const SYNTAX: &[&str] = &[
    "parse error",
    "parser error",
    "parsing error",
    "invalid toml",
    "invalid json",
    "invalid yaml",
    "cannot parse",
    "unexpected token",
    "unexpected end",
    "unexpected eof",
    "unexpected '",
    "unexpected ‘",
    "unexpected \"",
    "unterminated",
    "expected '",
    "expected ‘",
    "expected expression",
    "missing terminating",
    "expecting '",
];

/// Compilers' words, in many languages, for a file or module that was not found.
const IMPORT: &[&str] = &[
    "could not resolve \"",
    "failed to resolve '",
    "could not resolve '",
    "module not found",
    "can't resolve '",
    "file not found",
    "no such file or directory",
    "cannot find module",
    "cannot find package",
    "could not find module",
    "unresolved import",
    "no module named",
    "no required module provides package",
    "is not in std",
    "cannot open include file",
    "cannot load such file",
    "unable to resolve class",
    "no code for module",
    "unbound module",
];

/// Type checkers' words, in many languages.
const TYPE: &[&str] = &[
    "expected type",
    "undefined identifier",
    "not in scope",
    "undefined function",
    "unknown identifier",
    "unknown variable",
    "unknown value",
    "unbound variable",
    "expression was expected of type",
    "undeclared",
    "undefined:",
    "undefined name",
    "undefined variable",
    "unbound identifier",
    "not declared",
    "cannot find symbol",
    "cannot find name",
    "not found in this scope",
    "unknown type",
    "does not name a type",
    "has no member",
    "has no exported member",
    "is not assignable to",
    "no member named",
    "incompatible type",
    "incompatible pointer",
    "cannot convert",
    "type mismatch",
    "mismatched types",
    "cannot use ",
    "too few arguments",
    "too many arguments",
    "no matching function",
    "has no implicit type",
    "does not exist in the context",
    "unresolved reference",
    "unable to resolve symbol",
    "unknown procedure",
    "is unbound",
    "type error in ",
    "[tycon mismatch]",
    "was not found in the current environment",
    "cannot implicitly convert",
    "is not callable using argument types",
    "type not found",
];

/// The error types of the phrases above, in order of precedence.
const KINDS: [(&[&str], ErrorType); 4] = [
    (IMPORT, ErrorType::Import),
    (&["syntax error"], ErrorType::Syntax),
    // Before the rest of the syntax: types are "expected", too.
    (TYPE, ErrorType::Type),
    (SYNTAX, ErrorType::Syntax),
];

/// The error type where a tool names a rule: a linter's rule may be about anything, and its
/// findings are not failures to parse, unless the message says so.
pub(crate) fn of_rule(severity: Severity, message: &str, rule: Option<&str>) -> ErrorType {
    match rule.filter(|rule| super::code::is_rule(rule)) {
        Some(rule) => of_linter(severity, message, rule),
        None => error_type(severity, message),
    }
}

/// The same where it is surely a linter's rule.
pub(crate) fn of_linter(severity: Severity, message: &str, rule: &str) -> ErrorType {
    match error_type(severity, message) {
        ErrorType::Build => ErrorType::Lint,
        ErrorType::Syntax if !is_about_syntax(rule) => ErrorType::Lint,
        guessed => guessed,
    }
}

/// Returns whether a rule is, as its name says, that the text must parse.
fn is_about_syntax(rule: &str) -> bool {
    let rule = rule.to_ascii_lowercase();
    ["syntax", "pars"].iter().any(|word| rule.contains(word))
}

/// The error type of a linter's finding: invalid text breaks no rule, or one that is named for it.
pub(crate) fn of_finding(message: &str, rule: Option<&str>) -> ErrorType {
    const BROKEN: [&str; 2] = ["Parsing error", "syntax error"];
    const RULES: [&str; 4] = ["parse", "syntax", "invalid-syntax", "Lint/Syntax"];
    let rule = rule.filter(|rule| !rule.is_empty());
    let named = rule.is_some_and(|rule| RULES.contains(&rule));
    let unnamed = || rule.is_none() && error_type(Severity::Error, message) == ErrorType::Syntax;
    if named || BROKEN.iter().any(|start| message.starts_with(start)) || unnamed() {
        ErrorType::Syntax
    } else {
        ErrorType::Lint
    }
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::any_case(&KINDS.map(|(phrases, _)| phrases)));

/// Several lists of phrases, searched for at once: a message is read once, and not once for each of them.
pub(crate) struct Phrases {
    search: Option<DFA>,
    /// The list of each phrase.
    lists: Vec<usize>,
}

impl Phrases {
    /// The phrases as they are written.
    pub(crate) fn new(lists: &[&[&str]]) -> Self {
        Self::build(lists, false)
    }

    /// The phrases in capitals or not.
    fn any_case(lists: &[&[&str]]) -> Self {
        Self::build(lists, true)
    }

    fn build(lists: &[&[&str]], any_case: bool) -> Self {
        let phrases = || lists.iter().copied().flatten();
        let search = DFA::builder().ascii_case_insensitive(any_case).build(phrases());
        let numbered = lists.iter().enumerate();
        Self {
            search: search.ok(),
            lists: numbered
                .flat_map(|(number, list)| list.iter().map(move |_| number))
                .collect(),
        }
    }

    /// The first list that has a phrase in the text.
    pub(crate) fn first(&self, text: &str) -> Option<usize> {
        let search = self.search.as_ref()?;
        let mut state = search.start_state(Anchored::No).ok()?;
        let mut first = None;
        for byte in text.bytes() {
            state = search.next_state(Anchored::No, state, byte);
            if search.is_special(state) && search.is_match(state) {
                let ended = (0..search.match_len(state)).map(|nth| search.match_pattern(state, nth));
                let lists = ended.map(|phrase| self.lists[phrase.as_usize()]);
                first = first.into_iter().chain(lists).min();
            }
        }
        first
    }
}

/// The type of a diagnostic with this severity and message.
pub(crate) fn error_type(severity: Severity, message: &str) -> ErrorType {
    /// The number of bytes examined: messages name their subject early.
    const LOOKED_AT: usize = 200;
    if severity < Severity::Error {
        return ErrorType::Lint;
    }
    let start = &message[..message.floor_char_boundary(LOOKED_AT)];
    match PHRASES.first(start) {
        Some(kind) => KINDS[kind].1,
        None if starts_expecting(start) => ErrorType::Syntax,
        None => ErrorType::Build,
    }
}

fn starts_expecting(message: &str) -> bool {
    let word = message.get(..9).unwrap_or_default();
    word.eq_ignore_ascii_case("expected ")
}
