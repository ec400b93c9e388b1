//! What a diagnostic says, apart from its words.

use unbreak_core::Diagnostic;

use crate::python::complaint::{Complaint, Owner};

/// The kinds of facts that an answer can name.
pub(super) const KINDS: [&str; 4] = [
    "unknown-member",
    "missing-module",
    "undefined-name",
    "unexpected-argument",
];

/// A fact with its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatedFact {
    pub(super) kind: &'static str,
    /// Who does not have the member, or take the argument, as the tool calls it.
    pub(super) of: Option<String>,
    /// The member, module, name or argument.
    pub(super) name: String,
}

impl StatedFact {
    fn new(kind: &'static str, of: Option<String>, name: String) -> Self {
        Self { kind, of, name }
    }

    /// What a diagnostic states, if it is of one of these kinds.
    pub(super) fn of(diagnostic: &Diagnostic) -> Option<Self> {
        Some(match Complaint::of(diagnostic)? {
            Complaint::MissingModule(name) => Self::new("missing-module", None, name),
            Complaint::MissingMember { name, module } => Self::new("unknown-member", module, name),
            Complaint::MissingAttribute { owner, name } => Self::new("unknown-member", said(owner), name),
            Complaint::UndefinedName(name) => Self::new("undefined-name", None, name),
            Complaint::UnexpectedKeyword { callee, keyword } => {
                Self::new("unexpected-argument", callee, keyword)
            }
            _ => return None,
        })
    }
}

fn said(owner: Owner) -> Option<String> {
    match owner {
        Owner::Instance(name) | Owner::Class(name) => Some(name),
        Owner::Module(name) => name,
        Owner::Unknown => None,
    }
}
