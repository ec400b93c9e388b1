//! Two runs of the command → what they show of the fixes between them.

use unbreak_core::policy::verdict::{Comparison, Effect};
use unbreak_core::{DeterminedBy, Diagnostic, LineMap};

use super::oracle::Observation;
use super::settle::{Bench, Trial};

/// What one run of the command showed of a group of fixes.
pub(super) enum Judged {
    /// All of the group helped; each with the causes that it helped.
    Good {
        how: String,
        trials: Vec<Trial>,
        /// Errors that were hidden before.
        revealed: Vec<Diagnostic>,
    },
    /// No harm, but some fixes did nothing for what they were for.
    Partly { effective: Vec<Trial>, idle: Vec<Trial> },
    /// New errors. `rest` is what they do not point at.
    Harmful {
        suspects: Vec<Trial>,
        rest: Vec<Trial>,
        harm: String,
    },
}

impl Bench<'_, '_, '_> {
    pub(super) fn judge(
        &self,
        base: &Observation,
        now: &Observation,
        lines: &LineMap,
        group: &[Trial],
    ) -> Judged {
        if let Some(harm) = now.shortfall(base).or_else(|| now.breakdown(base)) {
            return Judged::Harmful {
                suspects: group.to_vec(),
                rest: Vec::new(),
                harm,
            };
        }
        let comparison = Comparison {
            before: &base.errors,
            after: &now.errors,
            passes: now.passes(),
            stopped_early: base.stopped_early,
            lines,
        };
        let effect = Effect::of(&comparison);
        if effect.passes {
            return Judged::Good {
                how: "the command passes".to_owned(),
                trials: group.to_vec(),
                revealed: Vec::new(),
            };
        }
        if let Some(harm) = self.moved_failure(&effect, now, group) {
            return Judged::Harmful {
                suspects: group.to_vec(),
                rest: Vec::new(),
                harm,
            };
        }
        if effect.caused.is_empty() {
            let (effective, idle) = self.sort_out(&effect, group);
            return match idle.is_empty() {
                true => Judged::Good {
                    how: how_verified(&effect),
                    trials: effective,
                    revealed: effect
                        .revealed
                        .iter()
                        .map(|&new| now.errors[new].clone())
                        .collect(),
                },
                false => Judged::Partly { effective, idle },
            };
        }
        let caused: Vec<&Diagnostic> = effect.caused.iter().map(|&index| &now.errors[index]).collect();
        let harm = format!(
            "brought a new error: {} ({})",
            caused[0].message,
            caused[0].place()
        );
        let (suspects, rest): (Vec<Trial>, Vec<Trial>) = group
            .iter()
            .cloned()
            .partition(|trial| is_suspect(trial, &caused));
        match suspects.is_empty() {
            true => Judged::Harmful {
                suspects: rest,
                rest: Vec::new(),
                harm,
            },
            false => Judged::Harmful { suspects, rest, harm },
        }
    }

    /// A test that a model's edit was for and that fails in another way now. Of the edits of a rule that may
    /// be progress; what a model wrote has nothing but the test to speak for it.
    fn moved_failure(&self, effect: &Effect, now: &Observation, group: &[Trial]) -> Option<String> {
        let by_models = group
            .iter()
            .filter(|trial| trial.fix.evidence.determined_by == DeterminedBy::Model);
        let tests: Vec<&str> = by_models
            .flat_map(|trial| &trial.causes)
            .flat_map(|&cause| self.causes[cause].analysis.diagnostics())
            .filter_map(|diagnostic| diagnostic.test.as_deref())
            .collect();
        let revealed = effect.revealed.iter().map(|&new| &now.errors[new]);
        revealed
            .filter(|error| error.test.as_deref().is_some_and(|test| tests.contains(&test)))
            .map(|error| format!("the test fails in another way: {}", error.message))
            .next()
    }

    /// The trials that mended something, each with the causes that it mended, and those that did nothing.
    fn sort_out(&self, effect: &Effect, group: &[Trial]) -> (Vec<Trial>, Vec<Trial>) {
        let (mut effective, mut idle) = (Vec::new(), Vec::new());
        for trial in group {
            let narrowed = self.narrowed(trial, effect);
            match narrowed.causes.is_empty() {
                true => idle.push(trial.clone()),
                false => effective.push(narrowed),
            }
        }
        (effective, idle)
    }

    /// A trial with those of its causes that it mended: one fix may be proposed for several, and not be
    /// the right one for each.
    fn narrowed(&self, trial: &Trial, effect: &Effect) -> Trial {
        let is_mended = |cause: &usize| effect.resolves(&self.causes[*cause].targets);
        Trial {
            causes: trial.causes.iter().copied().filter(is_mended).collect(),
            ..trial.clone()
        }
    }
}

/// New errors point at the fixes of the files they stand in.
fn is_suspect(trial: &Trial, caused: &[&Diagnostic]) -> bool {
    let blamed = |file: &str| {
        caused.iter().any(|diagnostic| {
            let frames = diagnostic.frames.iter().map(|frame| &frame.location);
            let mut places = std::iter::once(&diagnostic.location).chain(frames);
            places.any(|location| location.file.as_deref() == Some(file))
        })
    };
    trial.fix.touched().any(|file| blamed(file.as_str()))
}

fn how_verified(effect: &Effect) -> String {
    let gone = effect.gone.len();
    let revealed = match effect.revealed.len() {
        0 => "none new".to_owned(),
        n => format!("{n} that it had hidden came to light"),
    };
    let plural = if gone == 1 { "" } else { "s" };
    format!("{gone} error{plural} gone, {revealed}")
}
