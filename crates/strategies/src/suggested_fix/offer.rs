//! Turns suggestions into fixes, the most promising first.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{
    Applicability, DeterminedBy, Diagnostic, Edit, ErrorType, SafetyClass, StrategyError, Suggestion,
    Workspace,
};

use super::{derive, hole};
use crate::hiding::silences;
use crate::search_evidence::words;
use crate::suggestion;
use crate::tool_offer::{Offer, merge};
use crate::weights::{HALF, confidence, ranking};
use crate::{grouping, respelling};

/// The offers that came with a diagnostic, the best first.
pub(super) fn of(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> Result<Vec<Offer>, StrategyError> {
    let mut offers = Vec::new();
    let are_alternatives = are_alternatives(diagnostic);
    for suggestion in &diagnostic.suggestions {
        let edits = suggestion::edits(workspace, suggestion)?;
        let is_repair =
            |edits: &Vec<Edit>| !edits.iter().any(silences) && !hole::is_left(&diagnostic.parser, edits);
        if let Some(edits) = edits.filter(is_repair) {
            let edits = derive::completed(edits, workspace)?;
            let mut offer = offer(diagnostic, suggestion, offers.len(), edits);
            let words = format!("{}\n{}", suggestion.title, diagnostic.message);
            if let Some(evidence) = respelling::offered(&words, &offer.edits, workspace) {
                offer.evidence = evidence;
            }
            let is_vouched = matches!(
                offer.evidence.determined_by,
                DeterminedBy::ToolEdit | DeterminedBy::Resolution
            );
            if are_alternatives && is_vouched {
                offer.evidence = DeterminedBy::Fitting.into();
                offer.safety = SafetyClass::Unsafe;
            }
            let is_hint = offer.evidence.determined_by == DeterminedBy::ToolHint;
            if let Some(first) = offer.edits.first().filter(|_| is_hint) {
                let text = workspace.read_text(&first.file)?;
                if leaves_open(diagnostic, &offer.edits)
                    || grouping::is_one_of_several(&offer.edits, &text)
                    || drops_an_error(&offer.edits, &text)
                    || permutes_several(&offer.edits)
                {
                    offer.evidence = DeterminedBy::Fitting.into();
                }
            }
            offers.push(offer);
        }
    }
    offers.sort_by(|a, b| {
        let by_confidence = b.confidence.total_cmp(&a.confidence);
        a.safety.cmp(&b.safety).then(by_confidence)
    });
    if let Some(all) = of_one_kind(diagnostic, &offers) {
        offers.insert(1, all);
    }
    Ok(offers)
}

/// Returns whether a tool vouches for several different changes of one fault: it cannot know which one is meant.
fn are_alternatives(diagnostic: &Diagnostic) -> bool {
    let vouched = |suggestion: &&Suggestion| {
        suggestion.applicability == Applicability::MachineApplicable || is_seen(suggestion)
    };
    let mut titles = diagnostic.suggestions.iter().filter(vouched).map(|it| &it.title);
    let first = titles.next();
    titles.any(|title| Some(title) != first)
}

/// Returns whether a linter that does not vouch for its edits leaves open what to do: it offers several, it would delete
/// code, or it would ignore a value.
fn leaves_open(diagnostic: &Diagnostic, edits: &[Edit]) -> bool {
    let mut suggestions = diagnostic.suggestions.iter().map(|it| &it.edits);
    let first = suggestions.next();
    diagnostic.error_type == ErrorType::Lint
        && (suggestions.any(|other| Some(other) != first)
            || edits.iter().all(deletes)
            || edits.iter().any(|edit| edit.replacement.contains("let _ =")))
}

fn deletes(edit: &Edit) -> bool {
    edit.replacement.trim().is_empty() && !edit.original.trim().is_empty()
}

/// Returns whether edits only change the order of three names or more: two of them may have one type, and their
/// order is then arbitrary.
fn permutes_several(edits: &[Edit]) -> bool {
    let of = |text: fn(&Edit) -> &str| -> Vec<String> {
        let texts = edits.iter().flat_map(|edit| words(text(edit)));
        texts.map(str::to_owned).collect()
    };
    let (mut old, mut new) = (of(|edit| &edit.original), of(|edit| &edit.replacement));
    let moved = old.iter().zip(&new).filter(|(a, b)| a != b).count();
    old.sort_unstable();
    new.sort_unstable();
    moved >= 3 && old == new
}

/// A tool that suggests the same at several places may mean all of them: each pattern of a `match`
/// that moves something borrowed wants its own `ref`.
fn of_one_kind(diagnostic: &Diagnostic, offers: &[Offer]) -> Option<Offer> {
    let title = &diagnostic.suggestions.first()?.title;
    if diagnostic.suggestions.iter().any(|other| &other.title != title) {
        return None;
    }
    let (first, rest) = offers.split_first()?;
    let mut all = first.clone();
    for offer in rest {
        merge(&mut all, offer.clone());
    }
    all.confidence = first.confidence - ranking::next() * HALF;
    (all.edits != first.edits).then_some(all)
}

fn offer(diagnostic: &Diagnostic, suggestion: &Suggestion, rank: usize, edits: Vec<Edit>) -> Offer {
    let (safety, confidence) = sureness(suggestion, &diagnostic.parser, &edits);
    let place = u32::try_from(rank).map_or(0.0, f64::from);
    Offer {
        rules: vec![crate::rule::any::suggestion::EDIT],
        title: title(suggestion),
        reason: format!(
            "{} suggests it for '{}'",
            tool(&diagnostic.parser),
            first_line(&diagnostic.message)
        ),
        safety,
        confidence: (confidence - ranking::next() * place).max(ranking::last()),
        evidence: determined_by(suggestion, &diagnostic.parser, &edits).into(),
        edits,
    }
}

/// Returns whether an edit makes a copy, or marks a name as unused.
fn presumes(edit: &Edit) -> bool {
    edit.replacement.contains(".clone()") || edit.replacement.strip_prefix('_') == Some(&edit.original)
}

/// Returns whether a suggestion of rustc bounds a type parameter: callers may no longer pass what they could pass before.
fn asks_more_of_callers(suggestion: &Suggestion) -> bool {
    suggestion.title.contains("restricting type parameter")
}

/// Returns whether edits drop a value where the function around could pass an error on.
fn drops_an_error(edits: &[Edit], text: &str) -> bool {
    let drops = edits.iter().filter(|edit| edit.replacement.contains("let _ ="));
    let mut functions = drops.filter_map(|edit| {
        let head = text.get(..edit.range.start)?;
        let function = &head[head.rfind("fn ")?..];
        let (_, returned) = function.split_once('{')?.0.split_once("->")?;
        Some(returned)
    });
    functions.any(|returned| returned.contains("Result") || returned.contains("Option"))
}

fn sureness(suggestion: &Suggestion, parser: &str, edits: &[Edit]) -> (SafetyClass, f64) {
    match suggestion.applicability {
        _ if hole::is_unwritten(parser, edits) => (SafetyClass::Unsafe, confidence::unlikely()),
        _ if hole::gives_up(parser, edits) => (SafetyClass::Unsafe, confidence::open()),
        // The edit copies a value that should be shared, or drops one: the compiler cannot know the intent.
        Applicability::MachineApplicable if edits.iter().any(presumes) => {
            (SafetyClass::Unsafe, confidence::resolved())
        }
        // It compiles also where a lost line had converted or borrowed the value.
        Applicability::MachineApplicable if asks_more_of_callers(suggestion) => {
            (SafetyClass::Unsafe, confidence::resolved())
        }
        // The argument is a number in any case, and its type says how long it is.
        Applicability::MachineApplicable if is_another_length(edits) => {
            (SafetyClass::Safe, confidence::resolved())
        }
        // gcc vouches for none of its fix-its; its formats have no word for that.
        Applicability::MachineApplicable if parser.starts_with("gcc") => {
            (SafetyClass::Unsafe, confidence::preferred())
        }
        Applicability::MachineApplicable => (SafetyClass::Safe, confidence::stated()),
        // rustc has seen the file, or the implementation.
        Applicability::MaybeIncorrect if is_seen(suggestion) => (SafetyClass::Safe, confidence::resolved()),
        Applicability::MaybeIncorrect => (SafetyClass::Unsafe, confidence::preferred()),
        Applicability::DisplayOnly => (SafetyClass::Unsafe, confidence::remote()),
    }
}

/// Returns whether an edit gives the conversion of an integer in a format the length of its argument: `%d` and `%ld`.
fn is_another_length(edits: &[Edit]) -> bool {
    static INTEGER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^%[-+ #0]*[0-9]*(?:\.[0-9]+)?(?:hh|h|ll|l|j|z|t)?[diuxXo]$"));
    let [edit] = edits else {
        return false;
    };
    INTEGER.is_match(&edit.original) && INTEGER.is_match(&edit.replacement)
}

/// A tool's own edit counts as such only where the tool vouches for it.
fn determined_by(suggestion: &Suggestion, parser: &str, edits: &[Edit]) -> DeterminedBy {
    match suggestion.applicability {
        _ if hole::is_unwritten(parser, edits) => DeterminedBy::Placeholder,
        _ if hole::gives_up(parser, edits) || edits.iter().any(presumes) => DeterminedBy::Fitting,
        Applicability::MachineApplicable if is_another_length(edits) => DeterminedBy::ToolEdit,
        Applicability::MachineApplicable if !parser.starts_with("gcc") => DeterminedBy::ToolEdit,
        _ if is_seen(suggestion) => DeterminedBy::Resolution,
        _ => DeterminedBy::ToolHint,
    }
}

/// Returns whether a suggestion of rustc declares the module of a file that no module declares, or imports the trait
/// whose implementation for the type has the method.
fn is_seen(suggestion: &Suggestion) -> bool {
    let title = &suggestion.title;
    title.starts_with("to make use of source file ")
        || title.starts_with("trait ") && title.contains(" is implemented but not in scope")
}

fn title(suggestion: &Suggestion) -> String {
    let title = first_line(&suggestion.title).trim_end_matches(':');
    match suggestion.edits.as_slice() {
        [edit] if !edit.replacement.trim().is_empty() && edit.replacement.trim().len() <= 60 => {
            let new = first_line(edit.replacement.trim());
            if title.contains(new) {
                title.to_owned()
            } else {
                format!("{title}: `{new}`")
            }
        }
        _ => title.to_owned(),
    }
}

fn tool(parser: &str) -> &str {
    if parser.is_empty() {
        "the tool"
    } else {
        parser.trim_end_matches("-json")
    }
}

pub(super) fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
