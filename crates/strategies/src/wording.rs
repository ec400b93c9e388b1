//! The wordings of a tool's messages, as regular expressions that are compiled only when a message
//! may match.
//!
//! There are more than a hundred of them, and compiling each costs more than everything else that
//! happens between two runs of a command.

use std::sync::OnceLock;

use regex::{Captures, Regex};
use unbreak_core::pattern::pattern;

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

/// The longest run of words in an expression that is in every match: outside its groups and
/// classes, and not followed by an operator that makes it optional.
fn literal(spelled: &'static str) -> &'static str {
    let mut longest = "";
    let (mut start, mut groups, mut in_class) = (0, 0_usize, false);
    let mut chars = spelled.char_indices().chain([(spelled.len(), '$')]);
    while let Some((at, c)) = chars.next() {
        if c.is_ascii_alphabetic() || c == ' ' {
            continue;
        }
        if groups == 0 && !in_class {
            if c == '|' {
                return "";
            }
            let may_be_left_out = matches!(c, '?' | '*' | '{');
            let end = at - usize::from(may_be_left_out && at > start);
            if end - start > longest.len() {
                longest = &spelled[start..end];
            }
        }
        let is_escape = matches!(c, '%' | '\\');
        start = at
            + if is_escape && chars.next().is_some() {
                2
            } else {
                c.len_utf8()
            };
        match c {
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => groups += 1,
            ')' if !in_class => groups = groups.saturating_sub(1),
            _ => {}
        }
    }
    longest
}
