//! A member of an interface was renamed: the types that implement it follow.

use std::ops::Range;

use unbreak_core::{Edit, Fact, RelPath, StrategyError};

use super::definition::{declared, defined};
use super::patch::{Hunk, Patch};
use super::renamed::renames;
use super::{Case, Offer};
use crate::code_words::{Family, JAVA, has_word};
use crate::declared::{block_head, type_around};
use crate::lines::line_at;
use crate::renaming::{Page, is_member_at, pages, qualifier};
use crate::weights::confidence;

/// A member that was renamed.
struct Renamed {
    old: String,
    new: String,
    home: RelPath,
    /// The interface.
    owner: String,
    is_exact: bool,
}

/// Offers for the members that a type lacks, or that override nothing, because their interface was changed.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let (wanted, implementer) = match case.diagnostic.fact.as_ref() {
        Some(Fact::MissingImplementation {
            names, implementer, ..
        }) => (names.clone(), implementer.as_deref().map(last)),
        Some(Fact::NothingToOverride { .. }) => (overriding(case), None),
        None => (not_implemented(case), None),
        Some(_) => return Ok(Vec::new()),
    };
    let mut all = Vec::new();
    for name in &wanted {
        let found = case.rename_of(name).await;
        let Some(found) = found.filter(|found| !all.iter().any(|other: &Renamed| other.old == found.old))
        else {
            return Ok(Vec::new());
        };
        all.push(found);
    }
    let mut edits = Vec::new();
    for found in &all {
        let own = found.edits(case, implementer)?;
        if own.is_empty() {
            return Ok(Vec::new());
        }
        edits.extend(own);
    }
    let (Some(first), is_exact) = (all.first(), all.iter().all(|found| found.is_exact)) else {
        return Ok(Vec::new());
    };
    Ok(vec![Offer {
        title: format!(
            "rename '{}' to '{}' as '{}' does",
            first.old, first.new, first.owner
        ),
        reason: format!("'{}' was renamed in '{}'", first.old, first.owner),
        confidence: if is_exact {
            confidence::likely()
        } else {
            confidence::possible()
        },
        is_safe: is_exact,
        is_determined: is_exact,
        edits,
    }])
}

/// The members that are defined at the failing place.
fn overriding(case: &Case<'_>) -> Vec<String> {
    let name = case.places.first().and_then(|place| {
        let text = case.context.workspace.read_text(&place.file).ok()?;
        // Java points at the annotation above.
        let mut lines = text
            .lines()
            .skip(usize::try_from(place.line).ok()?.checked_sub(1)?);
        let line = lines.find(|line| !line.trim_start().starts_with('@'))?;
        declared(line).map(str::to_owned)
    });
    name.into_iter().collect()
}

/// The method that only says that it has to be overridden, at the failing place.
fn not_implemented(case: &Case<'_>) -> Vec<String> {
    let name = case.places.first().and_then(|place| {
        let text = case.context.workspace.read_text(&place.file).ok()?;
        let lines: Vec<&str> = text.lines().collect();
        let at = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let is_abstract = lines
            .get(at)?
            .trim_start()
            .starts_with("raise NotImplementedError");
        let head = is_abstract.then(|| block_head(&lines, at))??;
        declared(head).map(str::to_owned)
    });
    name.into_iter().collect()
}

/// The last part of a path of names.
fn last(path: &str) -> &str {
    let path = path.trim_start_matches(['*', '&']);
    path.rsplit(['.', ':']).next().unwrap_or(path)
}

impl Case<'_> {
    /// The newest rename of a member that has this name, or had it.
    async fn rename_of(&self, name: &str) -> Option<Renamed> {
        if let Some(found) = self.rename_in(name, &self.uncommitted) {
            return Some(found);
        }
        let commits = self.git.commits_about(name).await;
        commits.iter().find_map(|commit| self.rename_in(name, commit))
    }

    fn rename_in(&self, name: &str, patch: &Patch) -> Option<Renamed> {
        let mut found = patch
            .hunks
            .iter()
            .filter_map(|hunk| self.renamed_member(name, hunk));
        // A change of several interfaces leaves open which one is meant.
        found
            .next()
            .filter(|first| found.all(|other| other.new == first.new && other.owner == first.owner))
    }

    fn renamed_member(&self, name: &str, hunk: &Hunk) -> Option<Renamed> {
        let (pairs, is_exact) = renames(hunk)?;
        let (old, new) = pairs
            .into_iter()
            .find(|(old, new)| *old == name || *new == name)?;
        let text = self.context.workspace.read_text(&hunk.file).ok()?;
        let lines: Vec<&str> = text.lines().collect();
        let at = lines
            .iter()
            .position(|line| declared(line) == Some(new) && hunk.new.iter().any(|other| other == line))?;
        Some(Renamed {
            old: old.to_owned(),
            new: new.to_owned(),
            home: hunk.file.clone(),
            owner: defined(block_head(&lines, at)?)?.to_owned(),
            is_exact,
        })
    }
}

impl Renamed {
    /// The edits in the types that implement the interface, and where these use the member themselves.
    fn edits(&self, case: &Case<'_>, implementer: Option<&str>) -> Result<Vec<Edit>, StrategyError> {
        let Some(family) = Family::of(self.home.as_str()) else {
            return Ok(Vec::new());
        };
        let is_java = std::ptr::eq(family, &raw const JAVA);
        let mut edits = Vec::new();
        for page in pages(case.context.workspace, family, &self.old) {
            let (definitions, others) = self.definitions(&page);
            let (own, foreign): (Vec<_>, Vec<_>) = definitions
                .into_iter()
                .partition(|place| self.is_implementer(&page, place, implementer));
            let is_own_use = |place: &&Range<usize>| match qualifier(&page.text, place) {
                Some(object) => matches!(object, "self" | "this"),
                None => is_java && page.text[place.end..].starts_with('('),
            };
            // Uses behind other objects are reported by themselves; what they are, the text does not tell.
            let uses = others.iter().filter(is_own_use);
            let uses = uses.filter(|_| !own.is_empty() && foreign.is_empty());
            for place in own.iter().chain(uses) {
                edits.push(Edit::replace(&page.file, &page.text, place.clone(), &*self.new)?);
            }
        }
        Ok(edits)
    }

    /// The places of a file that define a member of the old name, and the others that have it.
    fn definitions(&self, page: &Page) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let is_definition = |place: &Range<usize>| {
            let line = line_at(&page.text, place.start);
            !is_member_at(&page.text, place) && declared(line) == Some(&self.old)
        };
        page.places.iter().cloned().partition(is_definition)
    }

    /// Returns whether the type around a definition is the implementer that the tool names, or names the interface.
    fn is_implementer(&self, page: &Page, place: &Range<usize>, implementer: Option<&str>) -> bool {
        type_around(&page.text, place.start).is_some_and(|head| {
            let is_named = implementer.is_some_and(|name| has_word(head, name));
            is_named || has_word(head, &self.owner) && defined(head) != Some(&self.owner)
        })
    }
}
