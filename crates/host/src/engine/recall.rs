//! Proposes verified fixes of the same failure in other places.
//!
//! It is asked before any strategy. Its proposals are verified like all others, and their successes and
//! failures are counted ([`crate::learn`]).

use std::collections::BTreeSet;

use unbreak_core::capability::CapabilityError;
use unbreak_core::fix::apply_edits;
use unbreak_core::template::{Anchor, Instance};
use unbreak_core::{
    Analysis, Confidence, DeterminedBy, Diagnostic, Fix, LearnedPattern, Memory, RelPath, Template, Workspace,
};

/// The strategy name of learned fixes in reports.
pub(crate) const LEARNED: &str = "learned";

/// The most templates that are tried for one failure.
const TEMPLATES: usize = 16;

/// The most fixes that are proposed for one failure.
const PROPOSALS: usize = 3;

/// The most files in which a template that is not bound to the reported place is searched for.
const FILES: usize = 24;

/// The largest file that is searched, in bytes.
const LARGEST: usize = 1 << 20;

/// Fixes that helped against this failure before, made for this place, the best first.
///
/// # Errors
/// If the store cannot be read.
pub(crate) async fn recalled(
    analysis: &Analysis,
    workspace: &dyn Workspace,
    memory: &dyn Memory,
) -> Result<Vec<Fix>, CapabilityError> {
    let diagnostic = &analysis.diagnostic;
    let mut known = memory.templates(&Template::key_of(diagnostic), TEMPLATES).await?;
    known.retain(LearnedPattern::is_known);
    if known.is_empty() {
        return Ok(Vec::new());
    }
    let named = named(analysis, workspace);
    let files = Files {
        near: related(&named, workspace),
        named,
    };
    let mut fixes: Vec<Fix> = Vec::new();
    for pattern in known {
        let Some(fix) = files.fix(&pattern, diagnostic, workspace) else {
            continue;
        };
        if !fixes.iter().any(|other| other.edits == fix.edits) {
            fixes.push(fix);
        }
    }
    fixes.truncate(PROPOSALS);
    Ok(fixes)
}

/// Removes learned fixes that a strategy proposes as well, with its own evidence.
pub(crate) fn keep_the_better_evidence(fixes: &mut Vec<Fix>, workspace: &dyn Workspace) {
    let (learned, others): (Vec<Fix>, Vec<Fix>) = fixes.drain(..).partition(|fix| fix.strategy == LEARNED);
    let results: BTreeSet<_> = others.iter().filter_map(|fix| result(fix, workspace)).collect();
    let is_new = |fix: &Fix| result(fix, workspace).is_none_or(|result| !results.contains(&result));
    fixes.extend(learned.into_iter().filter(is_new));
    fixes.extend(others);
}

/// The text of a file after a fix.
fn result(fix: &Fix, workspace: &dyn Workspace) -> Option<(RelPath, String)> {
    let file = &fix.edits.first()?.file;
    let is_all = fix.files.is_empty() && fix.commands.is_empty();
    let is_here = is_all && fix.edits.iter().all(|edit| edit.file == *file);
    let text = read(file, workspace).filter(|_| is_here)?;
    Some((file.clone(), apply_edits(&text, &fix.edits).ok()?))
}

/// The number of the template that made a fix, from its title.
pub(crate) fn pattern_of(strategy: &str, title: &str) -> Option<u64> {
    let number = title.strip_prefix("pattern ")?.split(':').next()?;
    number.parse().ok().filter(|_| strategy == LEARNED)
}

/// The files in which a template may apply.
struct Files {
    /// The files that the diagnostics name.
    named: Vec<RelPath>,
    /// The named files, and those whose names occur in them.
    near: Vec<RelPath>,
}

impl Files {
    /// The fix that a template gives, if exactly one place in all files matches.
    fn fix(
        &self,
        pattern: &LearnedPattern,
        diagnostic: &Diagnostic,
        workspace: &dyn Workspace,
    ) -> Option<Fix> {
        let is_free = pattern
            .template
            .hunks
            .iter()
            .any(|hunk| hunk.anchor == Anchor::File);
        let files = if is_free { &self.near } else { &self.named };
        let mut found = files.iter().filter_map(|file| {
            let text = read(file, workspace)?;
            pattern.template.instantiate(diagnostic, file, &text)
        });
        let instance = found.next().filter(|_| found.next().is_none())?;
        Some(fix(pattern, instance))
    }
}

fn fix(pattern: &LearnedPattern, instance: Instance) -> Fix {
    let determined = match instance.anchor {
        Anchor::Reported | Anchor::Imports => 0.9,
        Anchor::Near => 0.8,
        _ => 0.65,
    };
    let rate = pattern.success_rate().unwrap_or(LearnedPattern::KNOWN);
    let confidence = Confidence::new(determined * rate * pattern.similarity.get());
    let by = match pattern.origin.as_str() {
        "person" => "a person".to_owned(),
        strategy => strategy.to_owned(),
    };
    let helped = match pattern.successes {
        0 => "it was imported and not tried here yet".to_owned(),
        1 => "it helped once".to_owned(),
        times => format!("it helped {times} times"),
    };
    Fix::new(
        LEARNED,
        format!("pattern {}: {}", pattern.id, pattern.template.summary()),
        confidence,
    )
    .because(format!(
        "this failure was fixed like this before, first by {by}; {helped}"
    ))
    .evidence(DeterminedBy::Learned)
    .edits(instance.edits)
}

/// The workspace files that the diagnostics of an analysis name.
fn named(analysis: &Analysis, workspace: &dyn Workspace) -> Vec<RelPath> {
    let places = analysis.diagnostics().flat_map(|diagnostic| {
        let frames = diagnostic.frames.iter().map(|frame| &frame.location);
        let notes = diagnostic.notes.iter().map(|note| &note.location);
        std::iter::once(&diagnostic.location).chain(frames).chain(notes)
    });
    let names: BTreeSet<&str> = places.filter_map(|place| place.file.as_deref()).collect();
    let names = names.into_iter().filter_map(|name| workspace.locate(name));
    names.filter(|file| workspace.is_file(file)).collect()
}

/// The named files, and those whose names occur in the text of one of them, such as the imports of a test.
fn related(named: &[RelPath], workspace: &dyn Workspace) -> Vec<RelPath> {
    let texts: Vec<String> = named.iter().filter_map(|file| read(file, workspace)).collect();
    let words: BTreeSet<&str> = texts
        .iter()
        .flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')))
        .collect();
    let is_used = |file: &&RelPath| {
        let name = file.as_str().rsplit('/').next().unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default();
        words.contains(stem) && !named.contains(file)
    };
    let files = workspace.files();
    let used = files.iter().filter(is_used).take(FILES).cloned();
    named.iter().cloned().chain(used).collect()
}

fn read(file: &RelPath, workspace: &dyn Workspace) -> Option<String> {
    let text = workspace.read_text(file).ok()?;
    (text.len() <= LARGEST).then_some(text)
}
