//! Judges the trials between two runs of the command.

use unbreak_core::policy::verdict::{Attempt, Observation, Verdict, decide};
use unbreak_core::{Diagnostic, LineMap};

use super::settle::{Bench, Trial};

/// The judgement of one run of the command about a group of fixes.
pub(super) enum Judged {
    /// All of the group helped; each with the causes that it resolved.
    Good {
        how: String,
        trials: Vec<Trial>,
        /// Errors that were hidden before.
        revealed: Vec<Diagnostic>,
    },
    /// No harm, but some fixes resolved none of their targets.
    Partly { effective: Vec<Trial>, idle: Vec<Trial> },
    /// New errors. `rest` are the trials to which they do not point.
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
        let work: Vec<Attempt<'_>> = group.iter().map(|trial| self.attempt(trial)).collect();
        match decide(base, now, &work, lines) {
            Verdict::Passes => Judged::Good {
                how: "the command passes".to_owned(),
                trials: group.to_vec(),
                revealed: Vec::new(),
            },
            Verdict::Better {
                resolved,
                revealed,
                gone,
            } => Judged::Good {
                how: how_verified(gone, revealed.len()),
                trials: narrowed(group, &resolved),
                revealed: revealed.iter().map(|&new| now.errors[new].clone()).collect(),
            },
            Verdict::Partly { resolved } => {
                let (effective, idle) = part(group, |index| !resolved[index].is_empty());
                let resolved: Vec<_> = resolved.into_iter().filter(|causes| !causes.is_empty()).collect();
                Judged::Partly {
                    effective: narrowed(&effective, &resolved),
                    idle,
                }
            }
            Verdict::Worse { suspects, harm } => {
                let (suspects, rest) = part(group, |index| suspects.contains(&index));
                Judged::Harmful { suspects, rest, harm }
            }
        }
    }

    fn attempt<'t>(&'t self, trial: &'t Trial) -> Attempt<'t> {
        let targets = |&cause: &usize| self.causes[cause].targets.as_slice();
        Attempt {
            fix: &trial.fix,
            causes: trial.causes.iter().map(targets).collect(),
        }
    }
}

/// Trials with those of their causes that they resolved, given as indices into the causes of each.
fn narrowed(trials: &[Trial], resolved: &[Vec<usize>]) -> Vec<Trial> {
    let narrow = |(trial, resolved): (&Trial, &Vec<usize>)| Trial {
        causes: resolved.iter().map(|&index| trial.causes[index]).collect(),
        ..trial.clone()
    };
    trials.iter().zip(resolved).map(narrow).collect()
}

/// The trials whose index is wanted, and the others.
fn part(trials: &[Trial], is_wanted: impl Fn(usize) -> bool) -> (Vec<Trial>, Vec<Trial>) {
    let (mut wanted, mut others) = (Vec::new(), Vec::new());
    for (index, trial) in trials.iter().enumerate() {
        match is_wanted(index) {
            true => wanted.push(trial.clone()),
            false => others.push(trial.clone()),
        }
    }
    (wanted, others)
}

fn how_verified(gone: usize, revealed: usize) -> String {
    let revealed = match revealed {
        0 => "none new".to_owned(),
        n => format!("{n} hidden before and now revealed"),
    };
    let plural = if gone == 1 { "" } else { "s" };
    format!("{gone} error{plural} gone, {revealed}")
}
