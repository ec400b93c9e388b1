//! The missing thing that a diagnostic reports.

use unbreak_core::{Diagnostic, Fact};

use crate::code_words::last_part;

/// The kind of thing that cannot be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Missing {
    /// A name, member or import.
    Name(String),
    /// A parameter: a keyword, or (without one) a place for one argument more.
    Parameter { callee: String, keyword: Option<String> },
    /// An argument.
    Argument { callee: String },
}

impl Missing {
    pub(super) fn of(diagnostic: &Diagnostic) -> Option<Self> {
        let last = |path: &str| last_part(path).to_owned();
        Some(match diagnostic.fact.as_ref()? {
            Fact::UnexpectedArgument {
                name,
                callee: Some(callee),
                ..
            } => Self::Parameter {
                callee: last(callee),
                keyword: Some(name.clone()),
            },
            Fact::SurplusArgument { callee: Some(callee) }
            | Fact::MissingConstructor { callee: Some(callee) } => Self::Parameter {
                callee: last(callee),
                keyword: None,
            },
            Fact::MissingArgument {
                callee: Some(callee), ..
            } => Self::Argument { callee: last(callee) },
            Fact::MissingFixture { name } => Self::Name(name.clone()),
            fact => Self::Name(fact.missing_name()?.to_owned()),
        })
    }
}
