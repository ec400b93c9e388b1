//! A change to a definition was followed at some uses and not at others: those that were left follow the
//! examples of the same change.

use std::collections::BTreeSet;

use unbreak_core::{Edit, Fact, RelPath, StrategyError};

use super::argument::{Part, filled, names, parts};
use super::definition::{declared, defined};
use super::patch::{Hunk, Patch};
use super::place::Place;
use super::{Case, Offer};
use crate::code_words::{has_word, is_word, words};
use crate::lines::Lines;
use crate::renaming::parameters;
use crate::weights::confidence;

/// A line before and after the change.
type Pair<'p> = (&'p str, &'p str);

/// Writes what the change put between an object and a member that moved: `shape.area()` becomes
/// `shape.bounds.area()`.
pub(super) async fn of_member(case: &Case<'_>, name: &str) -> Result<Vec<Offer>, StrategyError> {
    for patch in case.changes_about(name).await.iter() {
        let moves = |hunk: &&Hunk| {
            let defines = |lines: &[String]| lines.iter().any(|line| declared(line) == Some(name));
            defines(&hunk.old) || defines(&hunk.new)
        };
        let moved: Vec<&Hunk> = patch.hunks.iter().filter(moves).collect();
        if moved.is_empty() || !is_owned(case, &moved) {
            continue;
        }
        let ways = pairs(patch).filter_map(|(old, new)| way(old, new, name));
        let ways: BTreeSet<&str> = ways.collect();
        return match ways.into_iter().collect::<Vec<_>>().as_slice() {
            [way] => Ok(led(case, name, way)?.into_iter().collect()),
            _ => Ok(Vec::new()),
        };
    }
    Ok(Vec::new())
}

/// Passes the arguments that the change added to other calls of a callee. What they say of another argument, they say of
/// the one at its place here.
pub(super) async fn of_argument(case: &Case<'_>, callee: &str) -> Result<Vec<Offer>, StrategyError> {
    for patch in case.changes_about(callee).await.iter() {
        let defines = |hunk: &&Hunk| hunk.new.iter().any(|line| defined(line) == Some(callee));
        if !patch.hunks.iter().any(|hunk| defines(&hunk)) {
            continue;
        }
        let calls = pairs(patch).filter(|(old, _)| defined(old) != Some(callee));
        let found: Vec<Added> = calls.filter_map(|(old, new)| added(old, new, callee)).collect();
        let offer = match found.split_first() {
            Some((first, others)) if others.iter().all(|other| other == first) => {
                passed(case, callee, first, patch, found.len())?
            }
            _ => None,
        };
        return match offer {
            Some(offer) => Ok(vec![offer]),
            None => Ok(completed(case, callee, patch)?.into_iter().collect()),
        };
    }
    Ok(Vec::new())
}

/// The failing call with the last arguments that it lacks, where all calls that the change wrote say the same there of the
/// arguments before.
fn completed(case: &Case<'_>, callee: &str, patch: &Patch) -> Result<Option<Offer>, StrategyError> {
    let Some((place, text, at)) = failing_use(case, callee)? else {
        return Ok(None);
    };
    let start = at + callee.len();
    let Some(list) = parameters::listed(&text[start..]) else {
        return Ok(None);
    };
    let own: Vec<&str> = list.iter().map(|part| &text[start..][part.clone()]).collect();
    let lines = patch.hunks.iter().flat_map(|hunk| &hunk.new);
    let calls = lines.filter(|line| declared(line) != Some(callee));
    let mut shown: Vec<Vec<Vec<Part>>> = calls
        .filter_map(|line| arguments(line, callee))
        .filter(|call| call.len() > own.len())
        .map(|call| {
            call[own.len()..]
                .iter()
                .map(|text| parts(text, &call[..own.len()]))
                .collect()
        })
        .collect();
    let examples = shown.len();
    let Some(wanted) = shown
        .pop()
        .filter(|wanted| shown.iter().all(|other| other == wanted))
    else {
        return Ok(None);
    };
    let is_about_another = |parts: &Vec<Part>| parts.iter().any(|part| matches!(part, Part::Argument(_)));
    let texts: Option<Vec<String>> = wanted.iter().map(|parts| filled(parts, &own)).collect();
    let (Some(texts), Some(last)) = (texts.filter(|_| wanted.iter().all(is_about_another)), list.last())
    else {
        return Ok(None);
    };
    let texts = texts.join(", ");
    if !names(&texts).all(|name| has_word(&text, name)) {
        return Ok(None);
    }
    let edit = Edit::insert(&place.file, &text, start + last.end, format!(", {texts}"))?;
    Ok(Some(pass(callee, &texts, examples, vec![edit])))
}

/// The lines that became one other line each.
fn pairs(patch: &Patch) -> impl Iterator<Item = Pair<'_>> {
    let even = patch.hunks.iter().filter(|hunk| hunk.old.len() == hunk.new.len());
    let lines = even.flat_map(|hunk| hunk.old.iter().zip(&hunk.new));
    // Of a hunk that also removes the definition, the last lines may still belong together.
    let odd = patch.hunks.iter().filter(|hunk| hunk.old.len() != hunk.new.len());
    let ends = odd.flat_map(|hunk| hunk.old.iter().rev().zip(hunk.new.iter().rev()));
    lines.chain(ends).map(|(old, new)| (old.as_str(), new.as_str()))
}

/// Returns whether the type that has no such member is declared in a file from which the change took the
/// definition, or the tool does not name it.
pub(super) fn is_owned(case: &Case<'_>, moved: &[&Hunk]) -> bool {
    let Some(Fact::UnknownMember { owner, .. }) = &case.diagnostic.fact else {
        return false;
    };
    let Some(owner) = owner else {
        return true;
    };
    let owner = owner.rsplit(|c| !is_word(c)).find(|part| !part.is_empty());
    owner.is_some_and(|owner| {
        moved.iter().filter(|hunk| !hunk.old.is_empty()).any(|hunk| {
            let text = case.context.workspace.read_text(&hunk.file);
            text.is_ok_and(|text| text.lines().any(|line| defined(line) == Some(owner)))
        })
    })
}

/// The text before `.name` that a change added to a line: `.bounds`.
fn way<'n>(old: &str, new: &'n str, name: &str) -> Option<&'n str> {
    let member = format!(".{name}");
    let (head, tail) = old.split_once(&member)?;
    let rest = new.strip_prefix(head)?;
    let at = rest.len().checked_sub(member.len() + tail.len())?;
    let is_same = rest.is_char_boundary(at) && rest[at..].strip_prefix(&member) == Some(tail);
    let way = rest.get(..at).filter(|_| is_same)?;
    let parts = way.strip_prefix('.')?.split('.');
    let is_path = |part: &str| !part.is_empty() && part.chars().all(is_word);
    parts.into_iter().all(is_path).then_some(way)
}

/// The failing use with a way to the member.
fn led(case: &Case<'_>, name: &str, way: &str) -> Result<Option<Offer>, StrategyError> {
    let Some((place, text, at)) = failing_use(case, name)? else {
        return Ok(None);
    };
    if !text[..at].ends_with('.') {
        return Ok(None);
    }
    let edit = Edit::insert(&place.file, &text, at - 1, way)?;
    Ok(Some(Offer {
        title: format!("use '{name}' through '{}'", &way[1..]),
        reason: format!("the change that moved '{name}' does so at other places"),
        confidence: confidence::likely(),
        is_safe: true,
        is_determined: true,
        edits: vec![edit],
    }))
}

/// The file, its text and the byte of the one use of a name on the failing line.
fn failing_use<'c>(
    case: &'c Case<'_>,
    name: &str,
) -> Result<Option<(&'c Place, String, usize)>, StrategyError> {
    let Some(place) = case.places.first() else {
        return Ok(None);
    };
    let text = case.context.workspace.read_text(&place.file)?;
    let Some(line) = Lines::of(&text).range(&text, place.line) else {
        return Ok(None);
    };
    let uses: Vec<usize> = words(&text[line.clone()], name).collect();
    Ok(match uses.as_slice() {
        [at] => Some((place, text, line.start + at)),
        _ => None,
    })
}

/// Arguments that a change added to a call.
#[derive(Debug, PartialEq, Eq)]
struct Added {
    /// How many stand before them.
    index: usize,
    /// How many arguments the call had.
    had: usize,
    /// The parts of each.
    texts: Vec<Vec<Part>>,
}

impl Added {
    /// The added arguments for a call with these arguments; `None` if one would be evaluated twice.
    fn texts(&self, arguments: &[&str]) -> Option<String> {
        let texts = self.texts.iter().map(|parts| filled(parts, arguments));
        Some(texts.collect::<Option<Vec<String>>>()?.join(", "))
    }
}

fn added(old: &str, new: &str, callee: &str) -> Option<Added> {
    let (before, after) = (arguments(old, callee)?, arguments(new, callee)?);
    let more = after.len().checked_sub(before.len()).filter(|more| *more > 0)?;
    let index = (0..=before.len())
        .find(|index| before[..*index] == after[..*index] && before[*index..] == after[index + more..])?;
    Some(Added {
        index,
        had: before.len(),
        texts: after[index..index + more]
            .iter()
            .map(|text| parts(text, &before))
            .collect(),
    })
}

fn arguments(line: &str, callee: &str) -> Option<Vec<String>> {
    let at = words(line, callee).next()? + callee.len();
    let rest = &line[at..];
    let parts = parameters::listed(rest)?.into_iter();
    Some(parts.map(|part| rest[part].to_owned()).collect())
}

/// The failing call with the arguments, and the imports that these need.
fn passed(
    case: &Case<'_>,
    callee: &str,
    added: &Added,
    patch: &Patch,
    examples: usize,
) -> Result<Option<Offer>, StrategyError> {
    let Some((place, text, at)) = failing_use(case, callee)? else {
        return Ok(None);
    };
    let start = at + callee.len();
    let Some(list) = parameters::listed(&text[start..]).filter(|list| list.len() == added.had) else {
        return Ok(None);
    };
    let own: Vec<&str> = list.iter().map(|part| &text[start..][part.clone()]).collect();
    let Some(texts) = added.texts(&own) else {
        return Ok(None);
    };
    let edit = match (added.index.checked_sub(1), list.get(added.index)) {
        (Some(before), _) => {
            Edit::insert(&place.file, &text, start + list[before].end, format!(", {texts}"))?
        }
        (None, Some(first)) => Edit::insert(&place.file, &text, start + first.start, format!("{texts}, "))?,
        (None, None) => Edit::insert(&place.file, &text, start + 1, texts.clone())?,
    };
    let mut edits = vec![edit];
    for name in names(&texts) {
        if has_word(&text, name) {
            continue;
        }
        let Some(import) = import(patch, &place.file, &text, name)? else {
            return Ok(None);
        };
        edits.extend((!edits.contains(&import)).then_some(import));
    }
    Ok(Some(pass(callee, &texts, examples, edits)))
}

fn pass(callee: &str, texts: &str, examples: usize, edits: Vec<Edit>) -> Offer {
    Offer {
        title: format!("pass '{texts}' to '{callee}'"),
        reason: format!("the change to '{callee}' does so at other calls"),
        confidence: confidence::likely(),
        // One example may have been a special one.
        is_safe: examples > 1,
        is_determined: examples > 1,
        edits,
    }
}

/// The import of a name, written as the change wrote it in another file: the line that got it is in this file,
/// too.
fn import(patch: &Patch, file: &RelPath, text: &str, name: &str) -> Result<Option<Edit>, StrategyError> {
    let gains = |(old, new): &Pair<'_>| !has_word(old, name) && has_word(new, name);
    for (old, new) in pairs(patch).filter(gains) {
        let lines = (1_u32..).zip(text.lines());
        let mut same = lines.filter(|(_, line)| *line == old);
        let (Some((number, _)), None) = (same.next(), same.next()) else {
            continue;
        };
        if let Some(line) = Lines::of(text).range(text, number) {
            return Ok(Some(Edit::replace(
                file,
                text,
                line.start..line.start + old.len(),
                new,
            )?));
        }
    }
    Ok(None)
}
