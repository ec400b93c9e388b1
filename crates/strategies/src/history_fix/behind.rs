//! The uses of a definition were renamed, and the definition was not: it follows.

use std::collections::BTreeSet;

use unbreak_core::{RelPath, StrategyError};

use super::definition::declared;
use super::patch::Patch;
use super::renamed::is_member;
use super::restore::word_instead;
use super::{Case, Offer};
use crate::code_words::{Family, has_word};
use crate::lines::line_at;
use crate::renaming::{Renaming, is_prototype, pages};
use crate::weights::confidence;

/// The definition that a change left behind.
pub(super) struct Behind {
    old: String,
    home: RelPath,
    is_member: bool,
    /// The number of lines in which the new name was written.
    uses: usize,
}

impl Behind {
    /// The one definition whose uses a change renamed to a name that is missing: none has the old name any more.
    pub(super) fn of(case: &Case<'_>, name: &str, patch: &Patch) -> Option<Self> {
        let mut words = BTreeSet::new();
        let mut uses = 0;
        for hunk in patch.hunks.iter().filter(|hunk| hunk.has(name)) {
            let pairs = hunk.old.iter().zip(&hunk.new);
            let written = pairs.filter(|(_, new)| has_word(new, name));
            for (old, new) in written.filter(|(old, new)| old != new) {
                words.insert(word_instead(old, new, name)?);
                uses += 1;
            }
        }
        let mut words = words.into_iter();
        let (old, None) = (words.next()?, words.next()) else {
            return None;
        };
        let family = Family::of(case.places.first()?.file.as_str())?;
        let mut definitions = Vec::new();
        for page in pages(case.context.workspace, family, old) {
            for place in &page.places {
                let line = line_at(&page.text, place.start);
                match declared(line) == Some(old) {
                    true if is_prototype(family, line) => {}
                    true => definitions.push((page.file.clone(), is_member(line))),
                    // It is still used.
                    false => return None,
                }
            }
        }
        let [(home, is_member)] = definitions.as_slice() else {
            return None;
        };
        Some(Self {
            old: old.to_owned(),
            home: home.clone(),
            is_member: *is_member,
            uses,
        })
    }

    /// The definition under the name that its uses have.
    pub(super) fn offer(&self, case: &Case<'_>, name: &str) -> Result<Option<Offer>, StrategyError> {
        let Some(family) = Family::of(self.home.as_str()) else {
            return Ok(None);
        };
        let free = Renaming::of_free(case.context.workspace, family, &self.home, &self.old, name);
        let renaming = Renaming {
            is_member: self.is_member,
            ..free
        };
        let edits = renaming.with_definition()?;
        Ok((!edits.is_empty()).then(|| Offer {
            title: format!("rename the definition of '{}' to '{name}'", self.old),
            reason: format!(
                "a change renamed {}, and the definition in {} did not follow",
                match self.uses {
                    1 => "its only use".to_owned(),
                    count => format!("all of its {count} uses"),
                },
                self.home
            ),
            confidence: if self.uses > 1 {
                confidence::preferred()
            } else {
                confidence::possible()
            },
            is_safe: false,
            is_determined: self.uses > 1,
            edits,
        }))
    }
}

/// The offer for the newest commit that left a definition behind.
pub(super) fn in_commits(
    case: &Case<'_>,
    name: &str,
    commits: &[Patch],
) -> Result<Vec<Offer>, StrategyError> {
    let behind = commits.iter().find_map(|commit| Behind::of(case, name, commit));
    let offer = behind.map(|behind| behind.offer(case, name)).transpose()?;
    Ok(offer.flatten().into_iter().collect())
}
