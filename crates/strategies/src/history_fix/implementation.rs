//! A member of an interface was renamed: the types that implement it follow.

use std::ops::Range;

use unbreak_core::{Edit, Fact, RelPath, StrategyError};

use super::definition::{declared, defined};
use super::patch::{Hunk, Patch};
use super::renamed::renames;
use super::{Case, Offer};
use crate::code_words::{Family, JAVA, has_word, last_part};
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

/// A name that the failure is about, and whether the interface has it: then the types have the old one.
struct Wanted {
    name: String,
    is_new: bool,
}

/// Offers for the members that a type lacks, or that override nothing, because their interface was changed.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let (names, is_new, implementer) = match case.diagnostic.fact.as_ref() {
        Some(Fact::MissingImplementation {
            names, implementer, ..
        }) => (names.clone(), true, implementer.as_deref().map(last_part)),
        Some(Fact::NothingToOverride { .. }) => (overriding(case), false, None),
        None => (not_implemented(case), true, None),
        Some(_) => return Ok(Vec::new()),
    };
    let mut all = Vec::new();
    let mut edits = Vec::new();
    let mut is_clear = true;
    for name in names {
        let Some(found) = case.rename_of(&Wanted { name, is_new }).await else {
            return Ok(Vec::new());
        };
        let following = found.following(case, implementer)?;
        if following.edits.is_empty() {
            return Ok(Vec::new());
        }
        is_clear &= found.is_exact && following.is_whole;
        edits.extend(following.edits);
        all.push(found);
    }
    let Some(owner) = all.first().map(|found| &found.owner) else {
        return Ok(Vec::new());
    };
    let renames: Vec<String> = all
        .iter()
        .map(|found| format!("'{}' to '{}'", found.old, found.new))
        .collect();
    let is_determined = all.iter().all(|found| found.is_exact);
    Ok(vec![Offer {
        title: format!("rename {}, as '{owner}' does", renames.join(" and ")),
        reason: format!(
            "the last change of '{owner}' renamed it, and types that implement it did not follow"
        ),
        confidence: if is_clear {
            confidence::likely()
        } else {
            confidence::possible()
        },
        is_safe: is_clear,
        is_determined,
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

impl Case<'_> {
    /// The newest rename of a member.
    async fn rename_of(&self, wanted: &Wanted) -> Option<Renamed> {
        if let Some(found) = self.rename_in(wanted, &self.uncommitted) {
            return Some(found);
        }
        let commits = self.git.commits_about(&wanted.name).await;
        commits.iter().find_map(|commit| self.rename_in(wanted, commit))
    }

    fn rename_in(&self, wanted: &Wanted, patch: &Patch) -> Option<Renamed> {
        let mut found = patch
            .hunks
            .iter()
            .filter_map(|hunk| self.renamed_member(wanted, hunk));
        // A change of several interfaces leaves open which one is meant.
        found
            .next()
            .filter(|first| found.all(|other| other.new == first.new && other.owner == first.owner))
    }

    fn renamed_member(&self, wanted: &Wanted, hunk: &Hunk) -> Option<Renamed> {
        let (pairs, is_exact) = renames(hunk)?;
        let (old, new) = pairs
            .into_iter()
            .find(|(old, new)| if wanted.is_new { *new } else { *old } == wanted.name)?;
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

/// What follows a rename.
#[derive(Default)]
struct Following {
    edits: Vec<Edit>,
    /// Whether no use of the old name is left that may belong to one of the types, or a compiler would report it.
    is_whole: bool,
}

impl Renamed {
    /// The edits in the types that implement the interface, and where these use the member themselves. What other
    /// objects are, the text does not tell.
    fn following(&self, case: &Case<'_>, implementer: Option<&str>) -> Result<Following, StrategyError> {
        let Some(family) = Family::of(self.home.as_str()) else {
            return Ok(Following::default());
        };
        let is_java = std::ptr::eq(family, &raw const JAVA);
        let is_compiled = !matches!(self.home.extension(), "py" | "pyi" | "js" | "jsx" | "mjs" | "cjs");
        let mut edits = Vec::new();
        let mut is_whole = true;
        for page in pages(case.context.workspace, family, &self.old) {
            let (definitions, uses) = self.definitions(&page);
            let (own, foreign): (Vec<_>, Vec<_>) = definitions
                .into_iter()
                .partition(|place| self.is_implementer(&page, place, implementer));
            let is_own_use = |place: &Range<usize>| match qualifier(&page.text, place) {
                Some(object) => matches!(object, "self" | "this"),
                None => is_java && page.text[place.end..].starts_with('('),
            };
            let is_all_own = !own.is_empty() && foreign.is_empty();
            let (follow, left): (Vec<_>, Vec<_>) = uses
                .into_iter()
                .partition(|place| is_all_own && is_own_use(place));
            is_whole &= is_compiled || !left.iter().any(|place| is_member_at(&page.text, place));
            for place in own.into_iter().chain(follow) {
                edits.push(Edit::replace(&page.file, &page.text, place, &*self.new)?);
            }
        }
        Ok(Following { edits, is_whole })
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
