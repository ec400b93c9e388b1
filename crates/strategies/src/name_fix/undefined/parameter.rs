//! A parameter that nothing reads, while its function reads a name that is almost the same: the parameter is misspelt.

use ruff_text_size::TextRange;
use unbreak_core::{Evidence, FixError};

use super::{Spelling, Undefined};
use crate::offer::Offer;
use crate::python::closeness::{closeness, is_slip};
use crate::python::scope::{BindingKind, Reference, ScopeKind};
use crate::python::slip::is_slip_of_keys;
use crate::weights::similarity;

/// A parameter without a reading.
struct Unread<'a> {
    name: &'a str,
    at: TextRange,
}

impl<'a> Undefined<'a> {
    /// The only parameter of the functions around a reading that nothing reads and whose name is a slip of the missing
    /// one.
    fn unread_parameter(&self, reading: &Reference) -> Option<Unread<'a>> {
        let scopes = &self.parsed.scopes;
        let functions = scopes
            .lookup(reading.scope)
            .filter(|&scope| scopes.scope(scope).kind == ScopeKind::Function);
        let mut found = functions.flat_map(|scope| {
            let bindings = scopes.scope(scope).bindings.iter();
            bindings.filter_map(move |(name, all)| match all.as_slice() {
                [only] if only.kind == BindingKind::Parameter => {
                    let is_meant = is_slip(name, self.name) && scopes.readings(scope, name).next().is_none();
                    is_meant.then_some(Unread { name, at: only.range })
                }
                _ => None,
            })
        });
        let only = found.next()?;
        found.next().is_none().then_some(only)
    }

    /// Gives a misspelt parameter the name that its function reads: more than once, or as a word where the parameter is
    /// none.
    pub(super) async fn misspelt_parameter(&self, reading: &Reference) -> Result<Option<Offer>, FixError> {
        let Some(parameter) = self.unread_parameter(reading) else {
            return Ok(None);
        };
        let likeness = closeness(parameter.name, self.name);
        let spelling = Spelling::weigh(self.inquiry, self.name, parameter.name, likeness).await;
        if self.readings.len() < 2 && !spelling.definition_is_a_slip() {
            return Ok(None);
        }
        let is_slip = is_slip_of_keys(self.inquiry, parameter.name, self.name).await;
        Ok(Some(Offer {
            rule: crate::rule::python::undefined_name::DEFINITION,
            title: format!("rename the parameter '{}' to '{}'", parameter.name, self.name),
            reason: format!(
                "nothing reads '{}', and '{}' is read instead",
                parameter.name, self.name
            ),
            confidence: similarity::confirmed() + similarity::slope() * likeness,
            evidence: Evidence::spelling(true, is_slip),
            edits: vec![self.parsed.source.replace(parameter.at, self.name)?],
        }))
    }
}
