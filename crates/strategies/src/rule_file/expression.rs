//! Regular expressions of a rule, compiled when they are first needed.

use std::sync::OnceLock;

use regex::Regex;
use unbreak_core::pattern::in_ascii;

/// An expression of a file. One that is not valid matches nothing.
#[derive(Debug)]
pub(super) struct Expression {
    text: String,
    compiled: OnceLock<Option<Regex>>,
}

impl Expression {
    pub(super) fn new(text: String) -> Self {
        Self {
            text,
            compiled: OnceLock::new(),
        }
    }

    /// One that matches a text as a whole.
    pub(super) fn whole(text: &str) -> Self {
        Self::new(format!("^(?s:{text})$"))
    }

    /// # Errors
    /// When it is not valid.
    pub(super) fn check(&self) -> Result<(), regex::Error> {
        self.compile().map(drop)
    }

    pub(super) fn get(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| self.compile().ok()).as_ref()
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.get().is_some_and(|compiled| compiled.is_match(text))
    }

    fn compile(&self) -> Result<Regex, regex::Error> {
        Regex::new(&in_ascii(&self.text))
    }
}
