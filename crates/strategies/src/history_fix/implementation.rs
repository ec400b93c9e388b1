//! A member of an interface was renamed: the types that implement it follow.

use unbreak_core::{Diagnostic, Fact, RelPath, StrategyError};

use super::definition::declared;
use super::patch::{Hunk, Patch};
use super::renamed::renames;
use super::{Case, Offer};
use crate::code_words::{Family, has_word, last_part};
use crate::declared::{block_head, type_around, type_name};
use crate::lines::indentation;
use crate::renaming::{Following, Renaming};
use crate::weights::confidence;

/// A member that was renamed.
struct Renamed {
    old: String,
    new: String,
    home: RelPath,
    /// The interface.
    owner: String,
    /// The line that begins it.
    head: String,
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
        let wanted = Wanted { name, is_new };
        let Some(found) = case.rename_of(&wanted).await else {
            return match is_new {
                true => case.given_up(&wanted.name, implementer).await,
                false => Ok(Vec::new()),
            };
        };
        let following = found.following(case, implementer)?;
        if following.edits.is_empty() {
            return Ok(Vec::new());
        }
        is_clear &= found.is_exact && !following.leaves_uses;
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

    /// The old name for a member that was renamed in the type only, although the interface still requires it.
    async fn given_up(&self, name: &str, implementer: Option<&str>) -> Result<Vec<Offer>, StrategyError> {
        let commits = self.git.commits_about(name).await;
        for patch in std::iter::once(&self.uncommitted).chain(commits.iter()) {
            for hunk in &patch.hunks {
                let Some((pairs, is_exact)) = renames(hunk) else {
                    continue;
                };
                let new = pairs.iter().find(|(old, _)| *old == name).map(|(_, new)| *new);
                let Some(new) = new.filter(|new| self.belongs_to(hunk, new, implementer)) else {
                    continue;
                };
                let Some(renaming) = self.renaming(&hunk.file, (new, name)) else {
                    continue;
                };
                let edits = renaming.with_definition()?;
                let is_alone = edits.len() == 1;
                return Ok(vec![Offer {
                    title: format!("give '{new}' its name '{name}' back in {}", hunk.file),
                    reason: format!("the type must have '{name}', and a change renamed it to '{new}'"),
                    confidence: if is_exact && is_alone {
                        confidence::likely()
                    } else {
                        confidence::possible()
                    },
                    is_safe: is_exact && is_alone,
                    is_determined: is_exact,
                    edits,
                }]);
            }
        }
        Ok(Vec::new())
    }

    /// Returns whether the present text defines a name in lines of a hunk, as a member of the type.
    fn belongs_to(&self, hunk: &Hunk, name: &str, implementer: Option<&str>) -> bool {
        let Ok(text) = self.context.workspace.read_text(&hunk.file) else {
            return false;
        };
        let mut starts = text.split_inclusive('\n').scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some((start + indentation(line), line.trim_end_matches('\n')))
        });
        let is_it = |(_, line): &(usize, &str)| {
            declared(line) == Some(name) && hunk.new.iter().any(|new| new == line)
        };
        let head = starts.find(is_it).and_then(|(at, _)| type_around(&text, at));
        head.is_some_and(|head| implementer.is_none_or(|implementer| has_word(head, implementer)))
    }

    fn renaming<'r>(&'r self, home: &RelPath, (old, new): (&'r str, &'r str)) -> Option<Renaming<'r>> {
        let family = Family::of(home.as_str())?;
        Some(Renaming {
            is_member: true,
            ..Renaming::of_free(self.context.workspace, family, home, old, new)
        })
    }

    fn rename_in(&self, wanted: &Wanted, patch: &Patch) -> Option<Renamed> {
        let hunks = patch.hunks.iter();
        let all: Vec<Renamed> = hunks
            .filter_map(|hunk| self.renamed_member(wanted, hunk))
            .collect();
        // The types that followed the interface name it.
        let follows = |found: &Renamed| {
            let mut others = all.iter().filter(|other| other.owner != found.owner);
            others.any(|other| has_word(&found.head, &other.owner))
        };
        let follow: Vec<bool> = all.iter().map(follows).collect();
        let mut found = all
            .into_iter()
            .zip(follow)
            .filter(|(_, follows)| !follows)
            .map(|(found, _)| found);
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
        let head = block_head(&lines, at)?;
        Some(Renamed {
            old: old.to_owned(),
            new: new.to_owned(),
            home: hunk.file.clone(),
            owner: type_name(head)?.to_owned(),
            head: head.to_owned(),
            is_exact,
        })
    }
}

impl Renamed {
    /// What follows in the types that implement the interface, and at uses.
    fn following(&self, case: &Case<'_>, implementer: Option<&str>) -> Result<Following, StrategyError> {
        let Some(renaming) = case.renaming(&self.home, (&self.old, &self.new)) else {
            return Ok(Following::default());
        };
        let mut implementers = implementers(case.context.diagnostics, &self.new);
        implementers.extend(implementer.map(str::to_owned));
        let renaming = Renaming {
            implementers,
            ..renaming
        };
        Ok(renaming.following()?)
    }
}

/// The types that lack a member, as far as a tool says so.
pub(super) fn implementers(diagnostics: &[Diagnostic], member: &str) -> Vec<String> {
    let lacking = diagnostics
        .iter()
        .filter_map(|diagnostic| match &diagnostic.fact {
            Some(Fact::MissingImplementation {
                names,
                implementer: Some(implementer),
                ..
            }) if names.iter().any(|name| name == member) => Some(last_part(implementer).to_owned()),
            _ => None,
        });
    let mut found: Vec<String> = lacking.collect();
    found.sort_unstable();
    found.dedup();
    found
}
