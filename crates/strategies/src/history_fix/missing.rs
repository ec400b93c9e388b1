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

#[cfg(test)]
mod tests {
    use unbreak_core::{ErrorType, Severity};

    use super::*;

    #[test]
    fn the_last_part_of_a_path_is_what_is_missing() {
        for path in ["total", "shop.total", "crate::shop::total"] {
            let fact = Fact::UnresolvedImport {
                path: path.to_owned(),
                missing: None,
                within: None,
            };
            let diagnostic = Diagnostic::new(ErrorType::Import, Severity::Error, "").with_fact(fact);
            assert_eq!(
                Missing::of(&diagnostic),
                Some(Missing::Name("total".to_owned())),
                "{path}"
            );
        }
    }

    #[test]
    fn a_surplus_argument_misses_a_parameter_of_its_callee() {
        let fact = Fact::SurplusArgument {
            callee: Some("Shop.total".to_owned()),
        };
        let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, "").with_fact(fact);
        let wanted = Missing::Parameter {
            callee: "total".to_owned(),
            keyword: None,
        };
        assert_eq!(Missing::of(&diagnostic), Some(wanted));
    }
}
