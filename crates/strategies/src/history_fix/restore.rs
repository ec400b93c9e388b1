//! Restores lines to their state before the last change: at HEAD, or before the last commit.

use unbreak_core::{Edit, ErrorType, StrategyError};

use super::behind::Behind;
use super::missing::Missing;
use super::patch::{Hunk, Patch, with_word};
use super::renamed::is_defined;
use super::{Case, Offer, definition};
use crate::code_words::{Family, has_word, is_word};
use crate::weights::{confidence, ranking};

/// Larger changes are deliberate work, not a slip.
const MOST_LINES: usize = 40;

/// Changes of up to this many lines on each side are small.
pub(super) const FEW_LINES: usize = 3;

/// How an uncommitted change explains the failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// The missing name was in the lines, and is in them no longer.
    Lost,
    /// The missing name came with the lines, in place of a defined one.
    Exchanged,
    /// The failing place is in the lines.
    Here,
}

/// The hunks that the failure points at, restored; the smallest first.
pub(super) fn offers(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    restored(case, patch, |fit| fit == Fit::Here)
}

/// The hunks that took the missing name away or brought it, restored.
pub(super) fn of_the_name(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    let name = case.name();
    let mut changed = patch.hunks.iter();
    if !changed.any(|hunk| hunk.mentions(name)) {
        return Ok(Vec::new());
    }
    let mut offers = restored(case, patch, |fit| fit != Fit::Here)?;
    if let Some(behind) = Behind::of(case, name, patch) {
        // Either may be meant: the old name, or the new one with its definition.
        for offer in &mut offers {
            offer.is_safe = false;
        }
        offers.extend(behind.offer(case, name)?);
    }
    Ok(offers)
}

/// The lines of a commit restored that brought the missing name to the failing place, and nothing else.
pub(super) fn exchanged(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    restored(case, patch, |fit| fit == Fit::Exchanged)
}

fn restored(
    case: &Case<'_>,
    patch: &Patch,
    is_wanted: impl Fn(Fit) -> bool,
) -> Result<Vec<Offer>, StrategyError> {
    let mut offers = Vec::new();
    let mut hunks: Vec<(Fit, &Hunk)> = patch
        .hunks
        .iter()
        .filter(|hunk| !hunk.old.is_empty() && hunk.old.len().max(hunk.new.len()) <= MOST_LINES)
        .filter_map(|hunk| Some((fit(case, hunk).filter(|fit| is_wanted(*fit))?, hunk)))
        .collect();
    hunks.sort_by_key(|(_, hunk)| hunk.size());
    for (rank, (fit, hunk)) in hunks.into_iter().enumerate() {
        let is_rewritten = fit == Fit::Here && patch.is_work() && brings_words(hunk);
        let is_meant = is_rewritten || fit != Fit::Exchanged && brings_what_others_use(patch, hunk);
        // Text that cannot be read may be restored although part of it was meant, if somebody says so.
        if is_meant && !is_unreadable(case) {
            continue;
        }
        let together = together(patch, hunk);
        let edits: Result<Vec<_>, _> = together
            .iter()
            .map(|hunk| hunk.restored(case.context.workspace))
            .collect();
        let Some(edits) = edits?.into_iter().collect::<Option<Vec<Edit>>>() else {
            continue;
        };
        if offers.iter().any(|known: &Offer| known.edits == edits) {
            continue;
        }
        let behind = u32::try_from(rank).map_or(0.0, f64::from);
        offers.push(Offer {
            title: title(&together, hunk, patch.when()),
            reason: reason(case, fit, patch.when()),
            confidence: confidence(case, fit, hunk) - ranking::next() * behind,
            is_safe: is_safe(case, patch, fit, hunk),
            is_determined: !is_meant && (fit != Fit::Exchanged || !comes_with_a_definition(patch, hunk)),
            edits,
        });
    }
    Ok(offers)
}

/// The hunks that belong together: a name that was exchanged is changed back wherever the change exchanged it.
fn together<'c>(patch: &'c Patch, hunk: &'c Hunk) -> Vec<&'c Hunk> {
    let Some(pair) = exchange(hunk) else {
        return vec![hunk];
    };
    let others = patch.hunks.iter();
    others.filter(|other| exchange(other) == Some(pair)).collect()
}

/// The name of some lines and the one in its place, if they differ in nothing else.
fn exchange(hunk: &Hunk) -> Option<(&str, &str)> {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
    let mut pair = None;
    for (old, new) in hunk.old.iter().zip(&hunk.new) {
        let rest = |line: &str| (line.replace(is_part, ""), words_of(line).count());
        if hunk.old.len() != hunk.new.len() || rest(old) != rest(new) {
            return None;
        }
        for names in words_of(old).zip(words_of(new)).filter(|(old, new)| old != new) {
            if !is_name(names.0) || !is_name(names.1) || *pair.get_or_insert(names) != names {
                return None;
            }
        }
    }
    pair
}

fn title(hunks: &[&Hunk], hunk: &Hunk, when: &str) -> String {
    let count: usize = hunks.iter().map(|hunk| hunk.old.len()).sum();
    let lines = if count == 1 { "line" } else { "lines" };
    format!(
        "restore {count} {lines} of {} near line {} as {when}",
        hunk.file, hunk.at
    )
}

fn fit(case: &Case<'_>, hunk: &Hunk) -> Option<Fit> {
    if let Some(Missing::Name(name)) = &case.missing {
        if hunk.had(name) && !hunk.has(name) && brings(hunk, name) {
            return Some(Fit::Lost);
        }
        if case.points_at(hunk, near(case)) && is_exchanged(case, hunk, name) {
            return Some(Fit::Exchanged);
        }
    }
    case.points_at(hunk, near(case)).then_some(Fit::Here)
}

/// Returns whether the old lines bind a name: a definition, an import, a declaration of a field.
pub(super) fn brings(hunk: &Hunk, name: &str) -> bool {
    binds(hunk, &hunk.old, name)
}

/// Returns whether some lines of a change bind a name.
fn binds(hunk: &Hunk, lines: &[String], name: &str) -> bool {
    const IMPORTS: [&str; 7] = [
        "import ", "from ", "use ", "require(", "#include", "export ", "using ",
    ];
    let family = Family::of(hunk.file.as_str());
    let is_import = |line: &String| {
        IMPORTS.iter().any(|word| line.contains(word))
            || family.is_some_and(|family| family.imports(line).next().is_some())
    };
    let mut lines = lines.iter().filter(|line| has_word(line, name));
    lines.any(|line| is_import(line) || definition::defined(line) == Some(name))
}

/// How far from the place of the failure its lines may be: parsers notice a fault behind it, often on the next line.
fn near(case: &Case<'_>) -> u32 {
    u32::from(case.diagnostic.error_type == ErrorType::Syntax)
}

/// Returns whether the lines differ in one name only: the missing one in place of an existing one.
fn is_exchanged(case: &Case<'_>, hunk: &Hunk, name: &str) -> bool {
    let mut pairs = hunk.old.iter().zip(&hunk.new);
    let is_alike = |(old, new): (&String, &String)| {
        old == new || word_instead(old, new, name).is_some_and(|word| is_defined(case, word))
    };
    hunk.old.len() == hunk.new.len() && pairs.all(is_alike)
}

/// The word of the old line in whose place the new line has `name`.
pub(super) fn word_instead<'l>(old: &'l str, new: &str, name: &str) -> Option<&'l str> {
    words_of(old).find(|word| *word != name && with_word(old, word, name) == new)
}

/// The names and numbers of a line.
fn words_of(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !is_part(c)).filter(|word| !word.is_empty())
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn confidence(case: &Case<'_>, fit: Fit, hunk: &Hunk) -> f64 {
    match fit {
        Fit::Lost | Fit::Exchanged => confidence::likely(),
        Fit::Here if !is_unreadable(case) || says_the_same(hunk) => confidence::possible(),
        // The rest of the change was meant.
        Fit::Here => confidence::open(),
    }
}

fn is_unreadable(case: &Case<'_>) -> bool {
    case.diagnostic.error_type == ErrorType::Syntax
}

/// Returns whether the old lines have the letters of the new ones in the same order, and all of their marks but brackets
/// and quotes: nothing that was written is lost with the new ones.
pub(super) fn says_the_same(hunk: &Hunk) -> bool {
    let is_form = |c: &char| c.is_whitespace() || "()[]{}\"'`".contains(*c);
    let characters = |lines: &[String]| {
        let all = lines.iter().flat_map(|line| line.chars());
        let (letters, marks): (Vec<char>, Vec<char>) = all.filter(|c| !is_form(c)).partition(|c| is_word(*c));
        (letters, marks)
    };
    let (old_letters, old_marks) = characters(&hunk.old);
    let (new_letters, new_marks) = characters(&hunk.new);
    let mut old_marks = old_marks.into_iter();
    old_letters == new_letters && new_marks.into_iter().all(|mark| old_marks.any(|c| c == mark))
}

/// Returns whether the change cannot have been meant: a name is lost that is still used, or the text no
/// longer parses after a small change.
fn is_safe(case: &Case<'_>, patch: &Patch, fit: Fit, hunk: &Hunk) -> bool {
    let is_small = hunk.old.len() <= FEW_LINES && hunk.new.len() == hunk.old.len();
    match fit {
        // What a commit brought may be defined in a file that was forgotten.
        Fit::Exchanged => !patch.is_committed() && !comes_with_a_definition(patch, hunk),
        Fit::Lost => !brings_words(hunk),
        Fit::Here => is_small && is_unreadable(case) && says_the_same(hunk),
    }
}

/// Returns whether a hunk has words or numbers that its old lines do not have: they would be lost.
pub(super) fn brings_words(hunk: &Hunk) -> bool {
    let mut words = hunk.new.iter().flat_map(|line| words_of(line));
    words.any(|word| !hunk.had(word))
}

/// Returns whether a hunk binds a new name that other lines of the change begin to use: both were meant, as an import
/// and the tests that need it are.
fn brings_what_others_use(patch: &Patch, hunk: &Hunk) -> bool {
    let is_new = |hunk: &Hunk, word: &str| hunk.has(word) && !hunk.had(word);
    let mut words = hunk.new.iter().flat_map(|line| words_of(line));
    words.any(|word| {
        is_new(hunk, word)
            && binds(hunk, &hunk.new, word)
            && patch.all().any(|other| other != hunk && is_new(other, word))
    })
}

/// Returns whether other lines of the change define a name: the exchanged one may have been meant for it.
fn comes_with_a_definition(patch: &Patch, hunk: &Hunk) -> bool {
    let others = patch.all().filter(|other| *other != hunk);
    let mut names = others.flat_map(|other| {
        other
            .new
            .iter()
            .map(move |line| (other, definition::defined(line)))
    });
    names.any(|(other, name)| name.is_some_and(|name| !other.had(name)))
}

fn reason(case: &Case<'_>, fit: Fit, when: &str) -> String {
    let name = match &case.missing {
        Some(Missing::Name(name)) => name.as_str(),
        _ => "the name",
    };
    match fit {
        Fit::Lost => format!("'{name}' stood in these lines {when}"),
        Fit::Exchanged => format!("another name stood {when} where '{name}' stands now"),
        Fit::Here => format!("the failing place was other {when}"),
    }
}
