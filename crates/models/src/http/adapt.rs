//! Adapts to servers that offer the same API but reject some members of it: these are left out or renamed.

use std::borrow::Cow;

use serde_json::{Map, Value};
use unbreak_core::{ModelErrorKind, Prompt};

use super::failure::Failure;
use crate::config::INSTRUCTION;

/// A member of a request that some servers reject by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Adaptable {
    /// The member.
    pub(crate) member: &'static str,
    /// Its name elsewhere; without one it is left out.
    pub(crate) instead: Option<&'static str>,
    /// Whether the prompt's schema must be put into words if it is left out.
    pub(crate) is_schema: bool,
}

impl Adaptable {
    /// A member that can be left out.
    pub(crate) const fn optional(member: &'static str) -> Self {
        Self {
            member,
            instead: None,
            is_schema: false,
        }
    }

    /// A member that has another name elsewhere.
    pub(crate) const fn renamed(member: &'static str, instead: &'static str) -> Self {
        Self {
            instead: Some(instead),
            ..Self::optional(member)
        }
    }

    /// The member that holds the prompt's schema.
    pub(crate) const fn schema(member: &'static str) -> Self {
        Self {
            is_schema: true,
            ..Self::optional(member)
        }
    }
}

/// The known differences of a server. They only grow, so adapting ends.
#[derive(Debug, Default)]
pub(super) struct Adaptations {
    made: Vec<Adaptable>,
    has_renewed_key: bool,
}

impl Adaptations {
    /// A prompt in the form that this server accepts: with its schema in words if the server accepts no
    /// schema.
    pub(super) fn reworded<'p>(&self, prompt: &'p Prompt) -> Cow<'p, Prompt> {
        let Some(schema) = prompt
            .schema
            .as_ref()
            .filter(|_| self.made.iter().any(|made| made.is_schema))
        else {
            return Cow::Borrowed(prompt);
        };
        let mut reworded = prompt.clone();
        reworded.system = format!("{}\n\n{INSTRUCTION}\n{schema}", prompt.system);
        reworded.schema = None;
        Cow::Owned(reworded)
    }

    /// Changes a body to the form that this server accepts.
    pub(super) fn apply(&self, body: &mut Map<String, Value>) {
        for adaptable in &self.made {
            let value = body.remove(adaptable.member);
            if let (Some(value), Some(name)) = (value, adaptable.instead) {
                body.insert(name.to_owned(), value);
            }
        }
    }

    /// Records the member that a rejection names. Returns whether the request changes because of it.
    pub(super) fn adapt(&mut self, adaptable: &[Adaptable], failure: &Failure) -> bool {
        use ModelErrorKind::{Rejected, Unreachable};
        // The server of llama-cpp-python answers 500 to a request that it cannot read.
        let is_rejection = matches!(
            (failure.kind, failure.status),
            (Rejected, Some(400 | 422)) | (Unreachable, Some(500))
        );
        if !is_rejection {
            return false;
        }
        let named = |adaptable: &&Adaptable| {
            !self.made.contains(adaptable) && names(&failure.message, adaptable.member)
        };
        let found = adaptable.iter().find(named).copied();
        self.made.extend(found);
        found.is_some()
    }

    /// Returns true if the key was not renewed before: once is enough to replace one that expired.
    pub(super) fn renew_key(&mut self) -> bool {
        !std::mem::replace(&mut self.has_renewed_key, true)
    }

    /// Records that the key is accepted.
    pub(super) fn accept_key(&mut self) {
        self.has_renewed_key = false;
    }
}

/// Returns whether a text names a member, rather than a longer one that contains its name.
fn names(text: &str, member: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.match_indices(member).any(|(at, _)| {
        let before = text.as_bytes()[..at].last();
        let after = text.as_bytes().get(at + member.len());
        !before.is_some_and(|byte| is_part(*byte)) && !after.is_some_and(|byte| is_part(*byte))
    })
}
