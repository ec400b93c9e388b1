//! A type lacks a member of its interface, and has one of a similar name.

use std::collections::BTreeSet;
use std::ops::Range;

use unbreak_core::{
    Confidence, DeterminedBy, Diagnostic, Edit, Evidence, Fact, Fix, SafetyClass, StrategyError, Workspace,
};

use super::ID;
use crate::closeness::{closest, is_slip};
use crate::code_words::{Family, JAVA, has_word, last_part};
use crate::declared::{declared, defined, type_around};
use crate::lines::{indentation, line_at};
use crate::renaming::{Page, is_member_at, pages, qualifier};
use crate::weights::confidence;

/// What an interface requires and a type does not have.
pub(super) struct Lacking<'d> {
    pub(super) name: &'d str,
    pub(super) implementer: &'d str,
    owner: Option<&'d str>,
    family: &'static Family,
}

impl<'d> Lacking<'d> {
    pub(super) fn of(diagnostic: &'d Diagnostic) -> Option<Self> {
        let Some(Fact::MissingImplementation {
            names,
            owner,
            implementer: Some(implementer),
        }) = &diagnostic.fact
        else {
            return None;
        };
        let [name] = names.as_slice() else {
            return None;
        };
        Some(Self {
            name,
            implementer: last_part(implementer),
            owner: owner.as_deref().map(last_part),
            family: Family::of(diagnostic.file()?)?,
        })
    }

    /// The rename of the one member whose name is similar to the required one.
    pub(super) fn offers(&self, workspace: &dyn Workspace) -> Result<Vec<Fix>, StrategyError> {
        let members = self.members(workspace);
        let mut near = closest(self.name, members.iter().map(String::as_str));
        near.retain(|(name, _)| !self.is_required(workspace, name));
        let [(old, score)] = near.as_slice() else {
            return Ok(Vec::new());
        };
        let (edits, is_private) = self.edits(workspace, old)?;
        let is_clear = is_private && is_slip(old, self.name);
        let (safety, evidence) = match is_clear {
            true => (SafetyClass::Safe, Evidence::spelling(true, true)),
            false => (SafetyClass::Unsafe, Evidence::new(DeterminedBy::Fitting)),
        };
        // An interface is a contract: a similar name is likelier a misspelling than a member that is not there at all.
        let confidence = if is_clear {
            confidence::likely()
        } else {
            score.max(confidence::plausible())
        };
        let reason = match self.owner {
            Some(owner) => format!("'{owner}' requires '{}'", self.name),
            None => format!("the abstract class requires '{}'", self.name),
        };
        let title = format!("rename '{}.{old}' to '{}'", self.implementer, self.name);
        Ok(vec![
            Fix::new(ID, title, Confidence::new(confidence))
                .by(crate::rule::any::missing_implementation::MISSPELT)
                .because(reason)
                .safety(safety)
                .evidence(evidence)
                .of_this_text()
                .edits(edits),
        ])
    }

    /// The names of the members that the type has.
    fn members(&self, workspace: &dyn Workspace) -> BTreeSet<String> {
        let mut members = BTreeSet::new();
        for page in pages(workspace, self.family, self.implementer) {
            let mut at = 0;
            for line in page.text.split_inclusive('\n') {
                let start = at + indentation(line);
                at += line.len();
                let Some(name) = declared(line.trim_end()) else {
                    continue;
                };
                let is_own = |head: &str| match head.starts_with("func (") {
                    true => has_word(head, self.implementer),
                    false => defined(head) == Some(self.implementer),
                };
                if type_around(&page.text, start).is_some_and(is_own) {
                    members.insert(name.to_owned());
                }
            }
        }
        members
    }

    /// Returns whether another type has a member of this name: then it may be one that the interface requires, too.
    fn is_required(&self, workspace: &dyn Workspace, name: &str) -> bool {
        let is_elsewhere = |head: &str| !has_word(head, self.implementer);
        pages(workspace, self.family, name).iter().any(|page| {
            let mut definitions = page
                .places
                .iter()
                .filter(|place| is_definition(page, place, name));
            definitions.any(|place| type_around(&page.text, place.start).is_some_and(is_elsewhere))
        })
    }

    /// The definition and all uses with the required name, and whether only the object itself uses it.
    fn edits(&self, workspace: &dyn Workspace, old: &str) -> Result<(Vec<Edit>, bool), StrategyError> {
        let is_java = std::ptr::eq(self.family, &raw const JAVA);
        let mut edits = Vec::new();
        let mut is_private = true;
        for page in pages(workspace, self.family, old) {
            for place in &page.places {
                let is_own = match qualifier(&page.text, place) {
                    Some(object) => matches!(object, "self" | "this"),
                    None if is_definition(&page, place, old) => true,
                    None if is_java && page.text[place.end..].starts_with('(') => true,
                    None => continue,
                };
                is_private &= is_own;
                edits.push(Edit::replace(&page.file, &page.text, place.clone(), self.name)?);
            }
        }
        Ok((edits, is_private))
    }
}

/// Returns whether the line of a place defines the name there as a part of a type.
fn is_definition(page: &Page, place: &Range<usize>, name: &str) -> bool {
    let is_declared = declared(line_at(&page.text, place.start)) == Some(name);
    is_declared && !is_member_at(&page.text, place) && type_around(&page.text, place.start).is_some()
}
