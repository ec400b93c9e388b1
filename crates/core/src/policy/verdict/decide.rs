//! Acceptance: decides from two runs of the command, and the fixes between them, what is kept.

use super::observation::Observation;
use super::{Comparison, Effect};
use crate::diagnostic::{Diagnostic, ErrorType};
use crate::evidence::DeterminedBy;
use crate::fix::{Fix, SafetyClass};
use crate::line_map::LineMap;

/// A fix that was applied between two runs.
#[derive(Debug, Clone)]
pub struct Attempt<'a> {
    /// The fix.
    pub fix: &'a Fix,
    /// Its targets: for each cause, the indices of its errors in the run before.
    pub causes: Vec<&'a [usize]>,
}

/// The result of comparing two runs with fixes applied between them.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The command passes.
    Passes,
    /// Every fix resolved something, and nothing became worse.
    Better {
        /// For each fix, the indices of the causes that it resolved.
        resolved: Vec<Vec<usize>>,
        /// Indices of errors in the run after that a resolved error had hidden.
        revealed: Vec<usize>,
        /// The number of errors that are gone.
        gone: usize,
    },
    /// Nothing became worse, and some fixes resolved none of their causes.
    Partly {
        /// For each fix, the indices of the causes that it resolved.
        resolved: Vec<Vec<usize>>,
    },
    /// Something became worse.
    Worse {
        /// Indices of the suspected fixes; all of them if nothing points at one.
        suspects: Vec<usize>,
        /// The harm, in words.
        harm: String,
    },
}

/// Decides about the fixes that were applied between two runs of the command. `lines` maps the lines of the
/// edited files.
///
/// A run that did less than the one before, or ended worse, proves nothing about any fix. Otherwise a run
/// that passes accepts all, and one that fails is judged error by error ([`Effect`]).
pub fn decide(before: &Observation, after: &Observation, work: &[Attempt<'_>], lines: &LineMap) -> Verdict {
    let all = || (0..work.len()).collect();
    if let Some(harm) = after.shortfall(before).or_else(|| after.breakdown(before)) {
        return Verdict::Worse {
            suspects: all(),
            harm,
        };
    }
    if after.passes() || after.succeeds() && !before.succeeds() {
        return Verdict::Passes;
    }
    if before.succeeds() && !after.succeeds() {
        return Verdict::Worse {
            suspects: all(),
            harm: format!("the command fails with it ({})", after.exit),
        };
    }
    let comparison = Comparison {
        before: &before.errors,
        after: &after.errors,
        passes: false,
        stopped_early: before.stopped_early,
        tests: before.tests().zip(after.tests()),
        lines,
    };
    let mut effect = Effect::of(&comparison);
    let targets = work
        .iter()
        .flat_map(|attempt| attempt.causes.iter().copied().flatten());
    effect.credit(&before.errors, &targets.copied().collect());
    let (rewritten, caused) = (effect.caused.iter())
        .partition(|&&new| is_unreached_rewrite(&comparison, &after.errors[new], &effect, work));
    effect.revealed.extend::<Vec<usize>>(rewritten);
    effect.caused = caused;
    if let Some(harm) = moved_failure(before, after, &effect, work) {
        return Verdict::Worse {
            suspects: all(),
            harm,
        };
    }
    let caused: Vec<&Diagnostic> = effect.caused.iter().map(|&new| &after.errors[new]).collect();
    if let Some(first) = caused.first() {
        let harm = format!("brought a new error: {} ({})", first.message, first.place());
        let mut suspects: Vec<usize> = (0..work.len())
            .filter(|&index| is_suspect(work[index].fix, &caused))
            .collect();
        if suspects.is_empty() {
            suspects = all();
        }
        return Verdict::Worse { suspects, harm };
    }
    let resolved: Vec<Vec<usize>> = work.iter().map(|attempt| resolved(attempt, &effect)).collect();
    match resolved.iter().any(Vec::is_empty) {
        true => Verdict::Partly { resolved },
        false => Verdict::Better {
            resolved,
            gone: effect.gone.len(),
            revealed: effect.revealed,
        },
    }
}

/// Returns whether it is an error of a line that was not reached, because of an error that a rule mended. The rule may
/// have written the line in another form (`eq_(a, b)` as `assert a == b`): a check compares the same in it, so it would
/// have failed before. So would what a rule wrote that keeps the meaning, unless something is missing there.
fn is_unreached_rewrite(
    comparison: &Comparison<'_>,
    new: &Diagnostic,
    effect: &Effect,
    work: &[Attempt<'_>],
) -> bool {
    let keeps_the_meaning = |fix: &Fix| {
        new.error_type == ErrorType::Assertion || fix.safety == SafetyClass::Safe && new.fact.is_none()
    };
    let wrote = |attempt: &&Attempt<'_>| {
        let mut files = attempt.fix.touched();
        attempt.fix.evidence.determined_by == DeterminedBy::Rule
            && keeps_the_meaning(attempt.fix)
            && files.any(|file| new.file() == Some(file.as_str()))
    };
    let mut mended = work
        .iter()
        .filter(wrote)
        .flat_map(|attempt| attempt.causes.iter().copied().flatten())
        .filter(|target| effect.gone.contains(target));
    mended.any(|&target| comparison.kept_from(&comparison.before[target], new))
}

/// The causes of an attempt whose errors are all gone: one fix may be proposed for several causes, and be
/// wrong for some of them.
fn resolved(attempt: &Attempt<'_>, effect: &Effect) -> Vec<usize> {
    let causes = attempt.causes.iter().enumerate();
    causes
        .filter(|(_, targets)| effect.resolves(targets))
        .map(|(index, _)| index)
        .collect()
}

/// A test that a model's edit was for and that now fails in another way. For an edit of a rule this may be
/// progress; for a model's edit only the test can show that it is right.
fn moved_failure(
    before: &Observation,
    after: &Observation,
    effect: &Effect,
    work: &[Attempt<'_>],
) -> Option<String> {
    let by_models = work
        .iter()
        .filter(|attempt| attempt.fix.evidence.determined_by == DeterminedBy::Model);
    let tests: Vec<&str> = by_models
        .flat_map(|attempt| attempt.causes.iter().copied().flatten())
        .filter_map(|&target| before.errors[target].test.as_deref())
        .collect();
    let revealed = effect.revealed.iter().map(|&new| &after.errors[new]);
    revealed
        .filter(|error| error.test.as_deref().is_some_and(|test| tests.contains(&test)))
        .map(|error| format!("the test fails in another way: {}", error.message))
        .next()
}

/// New errors make the fixes of their files suspect.
fn is_suspect(fix: &Fix, caused: &[&Diagnostic]) -> bool {
    let blamed = |file: &str| {
        caused.iter().any(|diagnostic| {
            let frames = diagnostic.frames.iter().map(|frame| &frame.location);
            let mut places = std::iter::once(&diagnostic.location).chain(frames);
            places.any(|location| location.file.as_deref() == Some(file))
        })
    };
    fix.touched().any(|file| blamed(file.as_str()))
}
