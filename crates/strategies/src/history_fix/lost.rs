//! Words that the last change lost come back: a `return`, an `await`, a guard.
//!
//! A commit that only takes words away may have done so by mistake, in a bad merge for example, or on purpose: so
//! someone has to confirm it. A file that cannot be read without them was not meant to be so, and neither was a function
//! without its last `return`, or a name without the value that its uses read.

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{ErrorType, Fact, RelPath, StrategyError};

use super::definition::{belongs, defined};
use super::parameter::function;
use super::patch::{Hunk, Patch};
use super::restore::{FEW_LINES, brings_words, says_the_same};
use super::{Case, Offer};
use crate::code_words::{has_word, is_word};
use crate::search_evidence::RESERVED;
use crate::weights::{confidence, ranking};

/// Larger changes are deliberate work, not a slip.
const MOST_LINES: usize = 6;

const PAIRS: [[char; 2]; 3] = [['(', ')'], ['[', ']'], ['{', '}']];

/// A failure often shows on the lines next to the change.
const NEAR: u32 = 3;

/// Files that no command reads, or that tools write.
const NOT_CODE: [&str; 6] = ["lock", "log", "md", "rst", "sum", "txt"];

/// The hunks of a change that only lost words, restored; those at the failing place first.
pub(super) fn restored(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    let is_unreadable = case.diagnostic.error_type == ErrorType::Syntax;
    let is_in_file = |hunk: &Hunk| case.has_place_in(&hunk.file);
    let is_damaged = |hunk: &Hunk| is_unreadable && !hunk.new.is_empty() && is_in_file(hunk);
    let is_slip = |hunk: &&Hunk| {
        is_loss(hunk)
            && (!brings_words(hunk) || is_damaged(hunk) && says_the_same(hunk))
            && (is_damaged(hunk) || !removes_a_definition(hunk))
            && (!is_on_purpose(hunk, patch) || is_declaration_lost(case, patch, hunk))
            && case.may_have_a_slip(patch, &hunk.file)
    };
    let mut hunks: Vec<&Hunk> = patch.hunks.iter().filter(is_slip).collect();
    hunks.sort_by_key(|hunk| (!case.points_at(hunk, NEAR), !is_in_file(hunk), hunk.size()));
    let in_file = hunks.iter().filter(|hunk| is_in_file(hunk)).count();
    // Of several, the one that left a bracket or a quote without the other.
    let mut torn = hunks.iter().filter(|hunk| is_in_file(hunk) && is_torn(hunk));
    let torn = torn.next().filter(|_| torn.next().is_none()).copied();
    let mut offers = Vec::new();
    let form: Vec<&Hunk> = hunks
        .iter()
        .copied()
        .filter(|hunk| is_damaged(hunk) && says_the_same(hunk))
        .collect();
    if in_file > 1 {
        offers.extend(with_its_form(case, patch, &form)?);
    }
    for (rank, hunk) in hunks.into_iter().enumerate() {
        let Some(edit) = hunk.restored(case.context.workspace)? else {
            continue;
        };
        let lines = if hunk.old.len() == 1 { "line" } else { "lines" };
        offers.push(Offer {
            title: format!(
                "restore {} {lines} of {} near line {} as {}",
                hunk.old.len(),
                hunk.file,
                hunk.at,
                patch.when()
            ),
            reason: "a change took words away there and added none".to_owned(),
            confidence: confidence::possible() - ranking::next() * u32::try_from(rank).map_or(0.0, f64::from),
            is_safe: is_unreadable
                && (in_file == 1 || torn == Some(hunk))
                && is_in_file(hunk)
                && hunk.old.len() <= FEW_LINES
                || unbalances(case, hunk)
                || is_return_lost(case, patch, hunk)
                || is_declaration_lost(case, patch, hunk)
                || is_parameter_lost(case, patch, hunk)
                || is_include_lost(case, hunk),
            is_determined: true,
            edits: vec![edit],
        });
    }
    Ok(offers)
}

/// All places of an unreadable file back where a change took nothing but brackets, quotes and marks away.
fn with_its_form(case: &Case<'_>, patch: &Patch, hunks: &[&Hunk]) -> Result<Option<Offer>, StrategyError> {
    let [first, others @ ..] = hunks else {
        return Ok(None);
    };
    let mut edits = Vec::new();
    for hunk in hunks {
        edits.extend(hunk.restored(case.context.workspace)?);
    }
    let is_one_file = others.iter().all(|hunk| hunk.file == first.file);
    Ok((is_one_file && edits.len() == hunks.len()).then(|| Offer {
        title: format!(
            "restore the brackets, quotes and marks of {} as {}",
            first.file,
            patch.when()
        ),
        reason: "a change took them away and nothing else, and the file cannot be read".to_owned(),
        confidence: confidence::likely(),
        is_safe: true,
        is_determined: true,
        edits,
    }))
}

/// Returns whether a hunk has more or fewer brackets open behind it than before, or a quote.
fn is_torn(hunk: &Hunk) -> bool {
    let (old, new) = (hunk.old.join("\n"), hunk.new.join("\n"));
    let is_odd = |text: &str, quote: char| text.matches(quote).count() % 2 == 1;
    PAIRS
        .into_iter()
        .any(|pair| depth(&old, pair) != depth(&new, pair))
        || ['"', '\'', '`']
            .into_iter()
            .any(|quote| is_odd(&old, quote) != is_odd(&new, quote))
}

/// The brackets of a pair that are open at the end of a text; fewer than none if more are closed.
fn depth(text: &str, [open, close]: [char; 2]) -> isize {
    let count = |bracket: char| text.matches(bracket).count().cast_signed();
    count(open) - count(close)
}

/// Returns whether a hunk took brackets from a file, and nothing else that could be read, so that they no longer match.
fn unbalances(case: &Case<'_>, hunk: &Hunk) -> bool {
    let (old, new) = (hunk.old.join("\n"), hunk.new.join("\n"));
    let without = |text: &str| text.replace(|c: char| c.is_whitespace() || "()[]{}".contains(c), "");
    if without(&old) != without(&new) {
        return false;
    }
    let text = case.context.workspace.read_text(&hunk.file).unwrap_or_default();
    let is_lost = |pair| {
        let lost = depth(&old, pair) - depth(&new, pair);
        lost != 0 && depth(&text, pair) + lost == 0
    };
    PAIRS.into_iter().any(is_lost)
}

/// Returns whether a function lacks a result, and a hunk took its `return` away and put nothing in its place. Another
/// change to a `return` of the file may be what it became.
fn is_return_lost(case: &Case<'_>, patch: &Patch, hunk: &Hunk) -> bool {
    let mut others = patch
        .all()
        .filter(|other| *other != hunk && other.file == hunk.file);
    matches!(case.diagnostic.fact, Some(Fact::MissingReturn))
        && case.points_at(hunk, NEAR)
        && matches!((hunk.old.as_slice(), hunk.new.as_slice()), ([line], []) if has_word(line, "return"))
        && !others.any(|other| other.mentions("return"))
}

/// Returns whether a hunk took the line away that gives the missing name its first value, above its uses, and the change
/// says nothing else of the name.
fn is_declaration_lost(case: &Case<'_>, patch: &Patch, hunk: &Hunk) -> bool {
    let name = case.name();
    let ([line], []) = (hunk.old.as_slice(), hunk.new.as_slice()) else {
        return false;
    };
    let Some((before, after)) = line.split_once(name).filter(|_| !name.is_empty()) else {
        return false;
    };
    let is_type = |c: char| is_word(c) || c.is_whitespace() || "*&<>:[],".contains(c);
    let after = after.trim_start();
    // Behind an annotation, too: `name: str = read()`.
    let annotated = after.strip_prefix(':').and_then(|rest| rest.split_once('='));
    let is_annotated = annotated.is_some_and(|(kind, value)| {
        !kind.trim().is_empty()
            && kind.chars().all(|c| is_type(c) || "|.\"'".contains(c))
            && !value.starts_with('=')
    });
    let gets_value =
        is_annotated || after.starts_with(":=") || after.starts_with('=') && !after.starts_with("==");
    let place = case.places.first();
    let is_above = place.is_some_and(|place| place.file == hunk.file && place.line > hunk.at);
    let is_its = before.chars().all(is_type) && !before.ends_with(is_word) && gets_value;
    is_its && is_above && !patch.mentions_beside(hunk, name)
}

/// Returns whether a hunk took the missing name away from the parameters of the function that reads it, and the change
/// says nothing else of the name: its body was not to do without it.
fn is_parameter_lost(case: &Case<'_>, patch: &Patch, hunk: &Hunk) -> bool {
    let (name, Some(place)) = (case.name(), case.places.first()) else {
        return false;
    };
    let is_lost = !name.is_empty() && place.file == hunk.file && !hunk.has(name) && hunk.had(name);
    if !is_lost || patch.mentions_beside(hunk, name) {
        return false;
    }
    let text = case.context.workspace.read_text(&hunk.file).unwrap_or_default();
    let lines: Vec<(&str, u32)> = text.lines().zip(1..).collect();
    let above = lines.iter().rev().skip_while(|(_, line)| *line > hunk.at);
    let Some((first, start)) = above.copied().find(|(line, _)| function(line).is_some()) else {
        return false;
    };
    let below = || lines.iter().filter(|(_, line)| *line >= start);
    let ends_header = |line: &str| line.contains('{') || line.trim_end().ends_with(':');
    let header_end = below().find(|(line, _)| ends_header(line)).map(|(_, line)| *line);
    let end =
        below().find(|(line, number)| *number > start && !belongs(line, first) && !line.starts_with('{'));
    let end = end.map_or(u32::MAX, |(_, line)| *line);
    header_end.is_some_and(|header_end| hunk.at <= header_end && place.line >= header_end && place.line < end)
}

/// Returns whether a hunk took nothing but the include of a file away that declares the missing name.
#[cfg(feature = "c")]
fn is_include_lost(case: &Case<'_>, hunk: &Hunk) -> bool {
    let (name, ([line], [])) = (case.name(), (hunk.old.as_slice(), hunk.new.as_slice())) else {
        return false;
    };
    let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
    let Some(included) = directive.and_then(|directive| directive.strip_prefix("include")?.split('"').nth(1))
    else {
        return false;
    };
    let workspace = case.context.workspace;
    let is_it = |file: &&RelPath| file.file_name() == included.rsplit('/').next().unwrap_or(included);
    let files = workspace.files();
    let mut files = files.iter().filter(is_it);
    !name.is_empty()
        && case.has_place_in(&hunk.file)
        && files.any(|file| {
            let text = workspace.read_text(file).unwrap_or_default();
            crate::c_text::declares(&text, name).is_some()
        })
}

#[cfg(not(feature = "c"))]
fn is_include_lost(_case: &Case<'_>, _hunk: &Hunk) -> bool {
    false
}

fn is_loss(hunk: &Hunk) -> bool {
    let length = |lines: &[String]| -> usize { lines.iter().map(|line| line.trim().len()).sum() };
    !hunk.old.is_empty()
        && hunk.old.len() <= MOST_LINES
        && length(&hunk.old) > 0
        && length(&hunk.new) <= length(&hunk.old)
        && is_code(&hunk.file)
        && !is_other_order(hunk)
}

/// Returns whether a file is code that is not a test.
pub(super) fn is_code(file: &RelPath) -> bool {
    !is_test_file(file) && !NOT_CODE.contains(&file.extension())
}

/// Returns whether the lines have all of their words and marks still: then nothing was lost.
pub(super) fn is_other_order(hunk: &Hunk) -> bool {
    let characters = |lines: &[String]| {
        let mut all: Vec<char> = lines.iter().flat_map(|line| line.chars()).collect();
        all.retain(|c| !c.is_whitespace());
        all.sort_unstable();
        all
    };
    characters(&hunk.old) == characters(&hunk.new)
}

/// Returns whether a name that a hunk loses is lost in other lines, too: a change that takes something away everywhere
/// means it.
fn is_on_purpose(hunk: &Hunk, patch: &Patch) -> bool {
    let words = hunk.old.iter().flat_map(|line| line.split(|c| !is_word(c)));
    let mut names = words.filter(|word| {
        word.starts_with(|c: char| c.is_alphabetic() || c == '_') && !is_keyword(word) && !hunk.has(word)
    });
    names.any(|name| {
        let mut others = patch.all().filter(|other| *other != hunk);
        others.any(|other| other.had(name) && !other.has(name))
    })
}

fn is_keyword(word: &str) -> bool {
    RESERVED.contains(&word) || matches!(word, "mut" | "pub" | "ref" | "defer" | "virtual" | "override")
}

/// Returns whether whole definitions or decorators are gone: other rules know when these were meant to go.
fn removes_a_definition(hunk: &Hunk) -> bool {
    const KINDS: [&str; 9] = [
        "class",
        "def",
        "enum",
        "fn",
        "func",
        "function",
        "interface",
        "struct",
        "trait",
    ];
    let mut lost = hunk.old.iter().filter(|line| {
        let kept = |new: &String| defined(new).is_some() && defined(new) == defined(line);
        !hunk.new.iter().any(kept)
    });
    lost.any(|line| {
        let is_decorator = line.trim_start().starts_with('@');
        is_decorator || defined(line).is_some() && KINDS.iter().any(|kind| has_word(line, kind))
    })
}
