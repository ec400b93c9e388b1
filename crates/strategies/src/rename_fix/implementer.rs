//! A type lacks a member of its interface, and has one of a similar name.

use unbreak_core::{
    Confidence, Diagnostic, Edit, Evidence, Fact, Fix, RelPath, SafetyClass, StrategyError, Workspace,
};

use super::ID;
use crate::closeness::{closest, is_slip};
use crate::code_words::{Family, has_word};
use crate::declared::{declared, defined, type_around};
use crate::renaming::{Renaming, is_member_at, pages};
use crate::weights::confidence;

/// What an interface requires and a type does not have.
pub(super) struct Lacking<'d> {
    pub(super) name: &'d str,
    pub(super) implementer: &'d str,
    owner: Option<&'d str>,
    family: &'static Family,
}

/// A member of the type.
struct Member {
    name: String,
    file: RelPath,
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
        let last = |path: &'d str| path.rsplit(['.', '*', ':']).next().unwrap_or(path);
        let [name] = names.as_slice() else {
            return None;
        };
        Some(Self {
            name,
            implementer: last(implementer),
            owner: owner.as_deref().map(last),
            family: Family::of(
                diagnostic
                    .frames
                    .last()
                    .map_or_else(|| diagnostic.file(), |frame| frame.location.file.as_deref())?,
            )?,
        })
    }

    /// The rename of the one member whose name is a slip of the required one.
    pub(super) fn offers(&self, workspace: &dyn Workspace) -> Result<Vec<Fix>, StrategyError> {
        let mut members = self.members(workspace);
        members.retain(|member| !self.is_required(workspace, &member.name));
        let near = closest(self.name, members.iter().map(|member| member.name.as_str()));
        let [(near, _)] = near.as_slice() else {
            return Ok(Vec::new());
        };
        let Some(member) = members.iter().find(|member| member.name == *near) else {
            return Ok(Vec::new());
        };
        if !is_slip(near, self.name) {
            return Ok(Vec::new());
        }
        let edits = self.edits(workspace, member)?;
        let title = format!("rename '{}.{}' to '{}'", self.implementer, member.name, self.name);
        let owner = self.owner.unwrap_or("the abstract class");
        Ok(vec![
            Fix::new(ID, title, Confidence::new(confidence::likely()))
                .by(crate::rule::any::missing_implementation::MISSPELT)
                .because(format!("'{owner}' requires '{}'", self.name))
                .safety(SafetyClass::Safe)
                .evidence(Evidence::spelling(true, true))
                .of_this_text()
                .edits(edits),
        ])
    }

    fn members(&self, workspace: &dyn Workspace) -> Vec<Member> {
        let mut members = Vec::new();
        for page in pages(workspace, self.family, self.implementer) {
            let mut at = 0;
            for line in page.text.split_inclusive('\n') {
                let start = at + line.len() - line.trim_start().len();
                at += line.len();
                let Some(name) = declared(line.trim_end()) else {
                    continue;
                };
                let head = type_around(&page.text, start);
                let is_own = |head: &str| match head.starts_with("func (") {
                    true => has_word(head, self.implementer),
                    false => defined(head) == Some(self.implementer),
                };
                if head.is_some_and(is_own) && !members.iter().any(|member: &Member| member.name == name) {
                    members.push(Member {
                        name: name.to_owned(),
                        file: page.file.clone(),
                    });
                }
            }
        }
        members
    }

    /// Returns whether another type has a member of this name: then it may be one that the interface requires, too.
    fn is_required(&self, workspace: &dyn Workspace, name: &str) -> bool {
        let is_elsewhere = |head: &str| !has_word(head, self.implementer);
        pages(workspace, self.family, name).iter().any(|page| {
            page.places.iter().any(|place| {
                let line = crate::lines::line_at(&page.text, place.start);
                let is_definition = !is_member_at(&page.text, place) && declared(line) == Some(name);
                is_definition && type_around(&page.text, place.start).is_some_and(is_elsewhere)
            })
        })
    }

    /// The definition with the required name, and its uses.
    fn edits(&self, workspace: &dyn Workspace, member: &Member) -> Result<Vec<Edit>, StrategyError> {
        let text = workspace.read_text(&member.file)?;
        let places = self.family.places_of(&text, &member.name);
        let definition = places.into_iter().find(|place| {
            let line = crate::lines::line_at(&text, place.start);
            !is_member_at(&text, place) && declared(line) == Some(&member.name)
        });
        let mut edits = Vec::new();
        if let Some(place) = definition {
            edits.push(Edit::replace(&member.file, &text, place, self.name)?);
        }
        let uses = Renaming {
            workspace,
            family: self.family,
            home: member.file.clone(),
            old: &member.name,
            new: self.name,
            is_member: true,
            is_keyword: false,
            reported: Vec::new(),
        };
        edits.extend(uses.edits()?);
        Ok(edits)
    }
}
