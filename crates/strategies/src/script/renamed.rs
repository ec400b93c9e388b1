//! An export that was renamed where it is defined, and nowhere else.

use std::collections::BTreeSet;

use unbreak_core::{DeterminedBy, Edit, RelPath, StrategyError};

use super::exports::Exports;
use super::paths;
use super::site::Site;
use crate::closeness::common_word;
use crate::offer::Offer;
use crate::weights::confidence;

/// A name that others import, and the module that does not export it.
pub(super) struct Renamed<'a> {
    pub(super) site: &'a Site<'a>,
    /// The module's file and its exports.
    pub(super) file: &'a RelPath,
    pub(super) exports: &'a Exports,
    pub(super) name: &'a str,
}

impl Renamed<'_> {
    /// Restores the definition's old name, if one export is imported nowhere and shares a word with
    /// the missing one.
    pub(super) fn offer(&self) -> Result<Option<Offer>, StrategyError> {
        let used = self.names_elsewhere();
        let is_it = |name: &&String| !used.contains(*name) && common_word(self.name, name);
        let mut orphans = self.exports.names.iter().filter(is_it);
        let (Some(orphan), None) = (orphans.next(), orphans.next()) else {
            return Ok(None);
        };
        let Some(module) = Site::read(self.file, self.site.workspace) else {
            return Ok(None);
        };
        let uses = module.uses(orphan).into_iter();
        let edits: Vec<Edit> = uses
            .map(|range| module.replace(range, self.name))
            .collect::<Result<_, _>>()?;
        Ok((!edits.is_empty()).then(|| Offer {
            rule: crate::rule::script::missing_export::RENAMED,
            title: format!("call '{orphan}' in {} '{}' again", self.file, self.name),
            reason: format!("other files import '{}', and none imports '{orphan}'", self.name),
            confidence: confidence::possible(),
            evidence: DeterminedBy::Search.into(),
            edits,
        }))
    }

    /// Every word of the project's other files.
    fn names_elsewhere(&self) -> BTreeSet<String> {
        let files = paths::candidates(self.site.workspace);
        let others = files.iter().filter(|file| *file != self.file);
        let sites = others.filter_map(|file| Site::read(file, self.site.workspace));
        let words = |site: Site<'_>| {
            let words = site.tokens.iter().filter(|token| token.is_word());
            words.map(|token| site.word(token).to_owned()).collect::<Vec<_>>()
        };
        sites.flat_map(words).collect()
    }
}
