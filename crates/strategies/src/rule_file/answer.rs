//! Which diagnostics a rule is for, and what it reads off them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use regex::Regex;
use unbreak_core::pattern::{in_ascii, literal};
use unbreak_core::rule::fits;
use unbreak_core::{Diagnostic, Fact};

use super::error::RuleFileError;
use super::fact::{StatedFact, other_kinds};
use super::text::{AnswerText, ArgumentText};

/// The captures of a diagnostic, by name.
pub(super) type Captures = BTreeMap<String, String>;

/// A diagnostic with what is read off it once for all rules.
pub(super) struct Question<'d> {
    pub(super) diagnostic: &'d Diagnostic,
    pub(super) fact: Option<StatedFact>,
}

impl<'d> Question<'d> {
    pub(super) fn of(diagnostic: &'d Diagnostic) -> Self {
        Self {
            diagnostic,
            fact: StatedFact::of(diagnostic),
        }
    }

    /// Returns whether a module is missing.
    pub(super) fn is_of_a_module(&self) -> bool {
        self.fact
            .as_ref()
            .is_some_and(|fact| fact.kind == "missing-module")
    }
}

/// One condition for a rule.
#[derive(Debug)]
pub(super) enum Answer {
    /// The conditions that the file states.
    Stated(Box<Stated>),
    /// The dotted name that a rule renames is missing.
    Gone(String),
    /// A name is not defined that a rule renames, and that all of its module may have brought.
    StarGone(String),
    /// A member of some object, which a rule renames, is missing.
    MemberGone(String),
    /// A callee does not take an argument of this name.
    ArgumentGone(String),
    /// A callee takes fewer arguments by position.
    Surplus,
}

/// An answer's keys.
#[derive(Debug)]
pub(super) struct Stated {
    text: AnswerText,
    message: OnceLock<Option<Regex>>,
}

impl Answer {
    pub(super) fn stated(text: AnswerText) -> Result<Self, RuleFileError> {
        if let Some(fact) = &text.fact
            && let Some(kinds) = other_kinds(fact)
        {
            return Err(RuleFileError::new(format!("there is no fact '{fact}'"))
                .at("answers.fact")
                .hint(format!("facts are: {kinds}")));
        }
        if text.fact.is_none() && (text.of.is_some() || text.name.is_some()) {
            return Err(RuleFileError::new("'of' and 'name' are parts of a fact")
                .at("answers")
                .hint("add fact = \"...\", one of those in docs/facts.md"));
        }
        if text.fact.is_none() && text.message.is_none() && text.code.is_none() {
            return Err(
                RuleFileError::new("an answer without conditions fits every diagnostic")
                    .at("answers")
                    .hint("give it a fact, a message or a code"),
            );
        }
        if let Some(message) = &text.message {
            regex_syntax::parse(message).map_err(|error| {
                RuleFileError::new(format!("no regular expression: {error}"))
                    .at("answers.message")
                    .hint("the syntax is that of Rust's regex crate")
            })?;
        }
        Ok(Self::Stated(Box::new(Stated {
            text,
            message: OnceLock::new(),
        })))
    }

    /// The condition of a rule that renames `old`.
    pub(super) fn of_rename(old: &str) -> Self {
        match old.strip_prefix('.') {
            Some(member) => Self::MemberGone(member.to_owned()),
            None => Self::Gone(old.replace("::", ".")),
        }
    }

    /// The same where a file has `from module import *`.
    pub(super) fn of_star(old: &str) -> Option<Self> {
        let (module, name) = old.rsplit_once('.')?;
        (!module.is_empty()).then(|| Self::StarGone(name.to_owned()))
    }

    /// The condition of a rule that changes arguments. The callee is determined at the place: tools name
    /// the callee in their own ways.
    pub(super) fn of_argument(argument: &ArgumentText) -> Vec<Self> {
        let gone = argument.rename.keys().chain(&argument.remove);
        let surplus = (!argument.keywords.is_empty()).then_some(Self::Surplus);
        gone.map(|name| Self::ArgumentGone(name.clone()))
            .chain(surplus)
            .collect()
    }

    /// The file that the stack must pass through.
    pub(super) fn through(&self) -> Option<&str> {
        match self {
            Self::Stated(stated) => stated.text.through.as_deref(),
            _ => None,
        }
    }

    /// The captures, if it fits.
    pub(super) fn captures(&self, question: &Question<'_>) -> Option<Captures> {
        match self {
            Self::Stated(stated) => stated.captures(question),
            Self::Gone(name) => {
                let fact = question.fact.as_ref()?;
                is_gone(name, fact).then(Captures::new)
            }
            Self::StarGone(name) => {
                let fact = question.fact.as_ref()?;
                (fact.kind == "undefined-name" && fact.name == *name).then(Captures::new)
            }
            Self::ArgumentGone(name) => {
                let fact = question.fact.as_ref()?;
                (fact.kind == "unexpected-argument" && fact.name == *name).then(|| parts(fact))
            }
            Self::Surplus => {
                let fact = question.diagnostic.fact.as_ref()?;
                matches!(fact, Fact::SurplusArgument { .. }).then(Captures::new)
            }
            Self::MemberGone(member) => {
                let fact = question.fact.as_ref()?;
                (fact.kind == "unknown-member" && fact.name == *member).then(|| parts(fact))
            }
        }
    }
}

/// Returns whether a fact says that a dotted name, or what leads to it, is missing.
fn is_gone(name: &str, fact: &StatedFact) -> bool {
    let whole = match &fact.of {
        Some(of) => format!("{of}.{}", fact.name),
        None => fact.name.clone(),
    };
    let whole = whole.replace("::", ".");
    let leads_to = |short: &str, long: &str| {
        long.strip_prefix(short)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    match fact.kind.as_str() {
        "unknown-member" if fact.of.is_none() => name.rsplit('.').next() == Some(fact.name.as_str()),
        "unknown-member" => leads_to(&whole, name),
        "missing-module" => leads_to(&whole, name) || leads_to(name, &whole),
        "undefined-name" => whole == name,
        _ => false,
    }
}

fn parts(fact: &StatedFact) -> Captures {
    let of = fact.of.iter().map(|of| ("of".to_owned(), of.clone()));
    of.chain([("name".to_owned(), fact.name.clone())]).collect()
}

impl Stated {
    fn captures(&self, question: &Question<'_>) -> Option<Captures> {
        let diagnostic = question.diagnostic;
        let is = |wanted: &Option<String>, given: Option<&str>| match wanted {
            Some(pattern) => given.is_some_and(|given| fits(pattern, given)),
            None => true,
        };
        if !is(&self.text.parser, Some(&diagnostic.parser))
            || !is(&self.text.code, diagnostic.code.as_deref())
        {
            return None;
        }
        let files = || {
            diagnostic
                .frames
                .iter()
                .filter_map(|frame| frame.location.file.as_deref())
        };
        let passes = |path: &String| files().any(|file| fits(path, file));
        if !self.text.through.as_ref().is_none_or(passes) {
            return None;
        }
        let mut captures = Captures::new();
        if let Some(kind) = &self.text.fact {
            let fact = question.fact.as_ref().filter(|fact| fact.kind == *kind)?;
            if !is(&self.text.of, fact.of.as_deref()) || !is(&self.text.name, Some(&fact.name)) {
                return None;
            }
            captures = parts(fact);
        }
        if let Some(expression) = &self.text.message {
            let said = said(diagnostic);
            if !said.contains(literal(expression)) {
                return None;
            }
            let compiled = self
                .message
                .get_or_init(|| Regex::new(&in_ascii(expression)).ok());
            let expression = compiled.as_ref()?;
            let found = expression.captures(&said)?;
            for name in expression.capture_names().flatten() {
                if let Some(text) = found.name(name) {
                    captures.insert(name.to_owned(), text.as_str().to_owned());
                }
            }
        }
        Some(captures)
    }
}

/// The message, with the advice that the parser took from its end.
fn said(diagnostic: &Diagnostic) -> Cow<'_, str> {
    match &diagnostic.advice {
        Some(advice) => format!("{}\n{advice}", diagnostic.message).into(),
        None => diagnostic.message.as_str().into(),
    }
}

/// A text of the rule with its `%{name}` replaced by captures; none where one is missing.
pub(super) fn fill(text: &str, captures: &Captures) -> Option<String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("%{") {
        let (name, behind) = after.split_once('}')?;
        filled.push_str(before);
        filled.push_str(captures.get(name)?);
        rest = behind;
    }
    filled.push_str(rest);
    Some(filled)
}

/// A text of the rule with the names of its captures in their places, so that it can be checked before these
/// are known.
pub(super) fn sample(text: &str) -> String {
    let mut parts = text.split("%{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |sample, part| match part.split_once('}') {
        Some((name, behind)) => format!("{sample}captured_{name}{behind}"),
        None => format!("{sample}%{{{part}"),
    })
}
