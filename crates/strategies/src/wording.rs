//! The wordings of a tool's messages, as regular expressions that are compiled only when a message
//! may match.
//!
//! There are more than a hundred of them, and compiling each costs more than everything else that
//! happens between two runs of a command.

use std::sync::OnceLock;

use regex::{Captures, Regex};
use unbreak_core::pattern::{literal, pattern};

/// Words of a message. In their spelling `%Q` stands for a quotation mark, and `%N` for a dotted name.
#[derive(Debug)]
pub(crate) struct Wording {
    spelled: &'static str,
    /// The literal text that every matching message contains.
    literal: OnceLock<&'static str>,
    compiled: OnceLock<Regex>,
}

impl Wording {
    pub(crate) const fn new(spelled: &'static str) -> Self {
        Self {
            spelled,
            literal: OnceLock::new(),
            compiled: OnceLock::new(),
        }
    }

    /// The groups of the expression, when the message matches.
    pub(crate) fn read<'m>(&self, message: &'m str) -> Option<Captures<'m>> {
        let literal = self.literal.get_or_init(|| literal(self.spelled));
        if !message.contains(literal) {
            return None;
        }
        self.compiled
            .get_or_init(|| pattern(&self.spelled.replace("%N", r"[\w.]+").replace("%Q", "['\"`]")))
            .captures(message)
    }
}
