//! Groups diagnostics by root cause.

use std::collections::BTreeMap;

use super::contain;
use unbreak_core::registry::Kind;
use unbreak_core::{
    Analysis, Candidate, Confidence, Diagnostic, ErrorType, Registry, signature::normalise_volatile,
};

/// Equal for diagnostics of one cause. Also identifies the cause across iterations.
pub(super) type CauseKey = String;

/// One root cause, and the indices of its diagnostics among the errors of the run.
#[derive(Debug, Clone)]
pub(super) struct Cause {
    pub(super) key: CauseKey,
    pub(super) analysis: Analysis,
    pub(super) targets: Vec<usize>,
}

/// Groups the errors of a run by root cause, in the order in which they were reported, and asks the
/// strategies which of them they may fix; strategies that need a model only if there is one. Failures of
/// different tests are different causes if each test is treated by itself.
pub(super) fn analyze(
    errors: &[Diagnostic],
    registry: &Registry,
    has_models: bool,
    is_by_test: bool,
) -> Vec<Cause> {
    let groups = group(errors, is_by_test);
    let mut causes: Vec<Cause> = groups
        .into_iter()
        .zip(1..)
        .map(|((key, targets), id)| cause(id, key, targets, errors))
        .collect();
    for cause in &mut causes {
        assess(&mut cause.analysis, registry, has_models);
    }
    relate(&mut causes);
    causes
}

/// Indices by key, in order of first appearance.
fn group(errors: &[Diagnostic], is_by_test: bool) -> Vec<(CauseKey, Vec<usize>)> {
    let mut order: Vec<(CauseKey, Vec<usize>)> = Vec::new();
    let mut known: BTreeMap<CauseKey, usize> = BTreeMap::new();
    for (index, error) in errors.iter().enumerate() {
        let mut key = cause_key(error);
        if let Some(test) = error.test.as_deref().filter(|_| is_by_test) {
            key = format!("{key}|{test}");
        }
        let slot = *known.entry(key.clone()).or_insert_with(|| {
            order.push((key, Vec::new()));
            order.len() - 1
        });
        order[slot].1.push(index);
    }
    order
}

/// The file of the cause, the message, and the line. Two kinds of fault are exceptions, because each has
/// several messages: for text that does not parse every tool has its own words, and a name that is missing
/// from a module is reported by every tool wherever it is used.
fn cause_key(error: &Diagnostic) -> CauseKey {
    let place = error
        .innermost_own_frame()
        .map_or(&error.location, |frame| &frame.location);
    let file = place.file.as_deref().unwrap_or_default();
    let kind = error.error_type.as_str();
    let code = error.code.as_deref().unwrap_or_default();
    if UNDEFINED_NAME.contains(&code)
        && let Some(name) = first_quoted(&error.message)
    {
        return format!("undefined|{name}|{file}");
    }
    let message = normalise_volatile(&error.message);
    match (error.error_type, error.location.line, place.line) {
        (ErrorType::Syntax, Some(line), _) => format!("{kind}|{}:{line}", error.file().unwrap_or_default()),
        (ErrorType::Import, ..) | (_, _, None) => format!("{kind}|{code}|{message}|{file}"),
        (_, _, Some(line)) => format!("{kind}|{code}|{message}|{file}:{line}"),
    }
}

/// The names that runtimes and checkers give to the use of an undefined name.
const UNDEFINED_NAME: &[&str] = &[
    "NameError",
    "F821",
    "name-defined",
    "reportUndefinedVariable",
    "E0602",
];

fn first_quoted(message: &str) -> Option<&str> {
    message.split(['\'', '"', '`']).nth(1)
}

fn cause(id: u32, key: CauseKey, targets: Vec<usize>, errors: &[Diagnostic]) -> Cause {
    let diagnostic = errors[targets[0]].clone();
    let also: Vec<Diagnostic> = targets[1..].iter().map(|&index| errors[index].clone()).collect();
    let root_cause = root_cause(&diagnostic, also.len());
    let related_files = related_files(&diagnostic);
    let analysis = Analysis {
        id,
        diagnostic,
        also,
        root_cause,
        candidates: Vec::new(),
        related_files,
        confidence: Confidence::new(0.0),
    };
    Cause {
        key,
        analysis,
        targets,
    }
}

fn root_cause(diagnostic: &Diagnostic, also: usize) -> String {
    let place = diagnostic
        .innermost_own_frame()
        .map_or(&diagnostic.location, |frame| &frame.location);
    let place = if place.file.is_some() {
        format!(" at {place}")
    } else {
        String::new()
    };
    let code = diagnostic
        .code
        .as_deref()
        .map(|code| format!("{code}: "))
        .unwrap_or_default();
    let more = match also {
        0 => String::new(),
        1 => " (and 1 more failure of the same cause)".to_owned(),
        n => format!(" (and {n} more failures of the same cause)"),
    };
    format!("{code}{}{place}{more}", diagnostic.message)
}

/// The other workspace files on the way to the error.
fn related_files(diagnostic: &Diagnostic) -> Vec<String> {
    let frames = diagnostic.frames.iter().filter(|frame| frame.in_workspace);
    let notes = diagnostic.notes.iter().map(|note| &note.location);
    let mut files: Vec<String> = frames
        .map(|frame| &frame.location)
        .chain(notes)
        .filter_map(|location| location.file.clone())
        .collect();
    files.sort();
    files.dedup();
    files.retain(|file| Some(file.as_str()) != diagnostic.file());
    files
}

/// Links causes in files that are on each other's stacks.
fn relate(causes: &mut [Cause]) {
    let files: Vec<(Option<String>, Vec<String>)> = causes
        .iter()
        .map(|cause| {
            (
                cause.analysis.diagnostic.location.file.clone(),
                cause.analysis.related_files.clone(),
            )
        })
        .collect();
    for (index, cause) in causes.iter_mut().enumerate() {
        let own = &files[index].0;
        let touching = files.iter().enumerate().filter(|(other, (file, related))| {
            *other != index && file != own && own.as_ref().is_some_and(|own| related.contains(own))
        });
        let mut related: Vec<String> = touching.filter_map(|(_, (file, _))| file.clone()).collect();
        related.append(&mut cause.analysis.related_files);
        related.sort();
        related.dedup();
        cause.analysis.related_files = related;
    }
}

fn assess(analysis: &mut Analysis, registry: &Registry, has_models: bool) {
    let able = registry
        .strategies()
        .filter(|strategy| has_models || !strategy.needs_model());
    let assessed = able.filter_map(|strategy| {
        contain::call(|| strategy.assess(&analysis.diagnostic))
            .ok()
            .flatten()
    });
    let mut candidates: Vec<_> = assessed.collect();
    let likeliest = candidates.iter().map(|candidate| candidate.confidence).max();
    analysis.confidence = likeliest.unwrap_or(Confidence::new(0.0));
    let place = |candidate: &Candidate| {
        let place = registry.place(Kind::Strategy, &candidate.strategy);
        place.unwrap_or(usize::MAX)
    };
    candidates.sort_by(|a, b| {
        let by_place = place(a).cmp(&place(b));
        let by_confidence = by_place.then_with(|| b.confidence.cmp(&a.confidence));
        by_confidence.then_with(|| a.strategy.cmp(&b.strategy))
    });
    analysis.candidates = candidates;
}
