//! Escalation: precise corrections before a new plan, and counters that only rise.
//!
//! A [`Ladder`] is the account of all attempts at one goal. A failed attempt is *tactical* (the plan may be
//! right, the answer was not: a wrong path, a wrong edit format, a refused edit) or *strategic* (the plan
//! itself failed). Tactical failures become [`Hint`]s, which accumulate and are never dropped; strategic ones
//! lead to a new plan while the budget for plans lasts. A new plan resets nothing.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde::{Deserialize, Serialize};

/// The response that a failed attempt needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureTier {
    /// A correction: the same plan, carried out better.
    Tactical,
    /// Another plan.
    Strategic,
}

/// The tier of each category of failures. Plug-ins and configuration may add categories; an unknown one is
/// strategic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FailureCategories(BTreeMap<String, FailureTier>);

/// Names of the built-in categories.
pub mod category {
    /// The answer is not in the requested format.
    pub const EDIT_FORMAT: &str = "edit-format";
    /// The text to be replaced is not in the file, or not exactly once.
    pub const ANCHOR: &str = "anchor";
    /// The edit is for a file that was not shown or does not exist, or a file was written to a wrong place.
    pub const WRONG_PATH: &str = "wrong-path";
    /// An expected file is missing.
    pub const MISSING_DELIVERABLE: &str = "missing-deliverable";
    /// A rule of the guard refused the edit.
    pub const GUARD_REFUSAL: &str = "guard-refusal";
    /// The same edit was tried before.
    pub const REPEATED: &str = "repeated";
    /// The edit was verified and did not help.
    pub const NO_EFFECT: &str = "no-effect";
    /// The edit was verified and did harm.
    pub const REGRESSION: &str = "regression";
}

impl Default for FailureCategories {
    fn default() -> Self {
        use category::{
            ANCHOR, EDIT_FORMAT, GUARD_REFUSAL, MISSING_DELIVERABLE, NO_EFFECT, REGRESSION, REPEATED,
            WRONG_PATH,
        };
        let tactical = [
            EDIT_FORMAT,
            ANCHOR,
            WRONG_PATH,
            MISSING_DELIVERABLE,
            GUARD_REFUSAL,
            REPEATED,
        ];
        let strategic = [NO_EFFECT, REGRESSION];
        let tactical = tactical.map(|name| (name.to_owned(), FailureTier::Tactical));
        let strategic = strategic.map(|name| (name.to_owned(), FailureTier::Strategic));
        Self(tactical.into_iter().chain(strategic).collect())
    }
}

impl FailureCategories {
    /// The same, with the tier of one category set.
    #[must_use]
    pub fn with(mut self, category: impl Into<String>, tier: FailureTier) -> Self {
        self.0.insert(category.into(), tier);
        self
    }

    /// The tier of a category.
    pub fn tier(&self, category: &str) -> FailureTier {
        self.0.get(category).copied().unwrap_or(FailureTier::Strategic)
    }
}

/// The limits of a ladder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EscalationPolicy {
    /// The most attempts, re-plans included.
    pub max_attempts: u32,
    /// The number of model tiers, at least 1.
    pub tiers: u32,
    /// The share of the attempts that hints get before a tactical failure may lead to a new plan, 0..=1.
    pub hint_share: f64,
    /// The most new plans.
    pub max_replans: u32,
    /// The number of identical failures in one tier after which the same question is not asked again.
    pub same_failure_limit: u32,
    /// The tier of each category.
    pub categories: FailureCategories,
}

impl Default for EscalationPolicy {
    fn default() -> Self {
        Self {
            max_attempts: 5,
            tiers: 1,
            hint_share: 1.0,
            max_replans: 2,
            same_failure_limit: 2,
            categories: FailureCategories::default(),
        }
    }
}

impl EscalationPolicy {
    /// The lowest tier, from 0, for an attempt (from 1).
    pub fn tier_of(&self, attempt: u32) -> u32 {
        let tiers = self.tiers.max(1);
        let per_tier = self.max_attempts.div_ceil(tiers).max(1);
        (attempt.saturating_sub(1) / per_tier).min(tiers - 1)
    }

    /// The number of attempts during which tactical failures lead to hints only.
    fn attempts_for_hints(&self) -> f64 {
        f64::from(self.max_attempts) * self.hint_share.clamp(0.0, 1.0)
    }
}

/// A precise correction from a failed attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The attempt it comes from, from 1.
    pub attempt: u32,
    /// The category of the failure.
    pub category: String,
    /// The fault, and the right form: "written to X; must be at Y".
    pub text: String,
}

/// A failed attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptFailure {
    /// Its category.
    pub category: String,
    /// The fault, and the right form.
    pub hint: String,
    /// Equal for identical failures.
    pub signature: String,
}

impl AttemptFailure {
    /// A failure whose hint identifies it.
    pub fn new(category: impl Into<String>, hint: impl Into<String>) -> Self {
        let (category, hint) = (category.into(), hint.into());
        Self {
            signature: format!("{category}|{hint}"),
            category,
            hint,
        }
    }
}

/// The goal of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Goal {
    /// The goal in words.
    pub statement: String,
    /// Paths or globs of the files that must exist.
    #[serde(default)]
    pub deliverables: Vec<String>,
}

impl Goal {
    /// The ways in which a new plan's goal is smaller than this one; empty if it is not.
    ///
    /// A deliverable that is no longer named narrows it, and so does a statement that only leaves out words.
    pub fn narrowed_by(&self, plan: &Self) -> Vec<String> {
        let dropped = self
            .deliverables
            .iter()
            .filter(|wanted| !plan.deliverables.contains(wanted));
        let mut flags: Vec<String> = dropped
            .map(|path| format!("the plan no longer delivers {path}"))
            .collect();
        let (before, after) = (words(&self.statement), words(&plan.statement));
        let only_leaves_out =
            after.len() < before.len() && !after.is_empty() && after.iter().all(|w| before.contains(w));
        if only_leaves_out {
            let left_out = before.iter().filter(|word| !after.contains(word)).cloned();
            flags.push(format!(
                "the plan's goal leaves out: {}",
                left_out.collect::<Vec<_>>().join(", ")
            ));
        }
        flags
    }
}

/// Signatures may be whole answers; the ladder keeps their digests.
fn digest(signature: &str) -> String {
    let mut hasher = DefaultHasher::new();
    signature.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// A new plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replan {
    /// The attempt after which it was made.
    pub after_attempt: u32,
    /// How it narrows the original goal; empty if it does not.
    pub narrows: Vec<String>,
}

/// The reason to stop when answers only repeat themselves.
pub const SAME_FAILURE: &str = "the same failure again";

/// The next move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Move {
    /// Another attempt with the same plan and all hints.
    Retry,
    /// Another attempt with a new plan and all hints.
    Replan,
    /// No further attempt.
    Stop {
        /// The reason.
        reason: String,
    },
}

/// The account of all attempts at one goal. A value: each change gives a new one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ladder {
    /// Attempts begun so far.
    pub attempt: u32,
    /// The model tier of the last attempt, from 0 (the weakest).
    pub tier: u32,
    /// All corrections so far.
    #[serde(default)]
    pub hints: Vec<Hint>,
    /// All new plans so far.
    #[serde(default)]
    pub replans: Vec<Replan>,
    /// The most deliverables that an attempt satisfied.
    #[serde(default)]
    pub most_deliverables: usize,
    /// How often each failure occurred in the present tier, by a digest of its signature.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    seen: BTreeMap<String, u32>,
}

impl Ladder {
    /// Begins the next attempt: its number rises, its tier does not fall. `None` if all attempts are used up.
    pub fn begin(&self, policy: &EscalationPolicy) -> Option<Self> {
        (self.attempt < policy.max_attempts).then(|| {
            let attempt = self.attempt + 1;
            self.clone().at(attempt, policy.tier_of(attempt))
        })
    }

    fn at(mut self, attempt: u32, tier: u32) -> Self {
        self.attempt = attempt;
        if tier > self.tier {
            self.tier = tier;
            self.seen.clear();
        }
        self
    }

    /// Records a failed attempt: returns the account with its hint, and the next move.
    pub fn failed(&self, policy: &EscalationPolicy, failure: &AttemptFailure) -> (Self, Move) {
        let mut next = self.clone();
        let hint = Hint {
            attempt: self.attempt,
            category: failure.category.clone(),
            text: failure.hint.clone(),
        };
        if !next.hints.iter().any(|known| known.text == hint.text) {
            next.hints.push(hint);
        }
        let seen = next.seen.entry(digest(&failure.signature)).or_default();
        *seen += 1;
        let repeated = *seen >= policy.same_failure_limit;
        let next_move = next.next_move(policy, &failure.category, repeated);
        (next, next_move)
    }

    fn next_move(&mut self, policy: &EscalationPolicy, category: &str, repeated: bool) -> Move {
        let stop = |reason: &str| Move::Stop {
            reason: reason.to_owned(),
        };
        if self.attempt >= policy.max_attempts {
            return stop("all attempts are used up");
        }
        if repeated && !self.rises(policy) {
            return stop(SAME_FAILURE);
        }
        let hints_had_their_share = f64::from(self.attempt) >= policy.attempts_for_hints();
        let may_replan = self.replans.len() < policy.max_replans as usize;
        match policy.categories.tier(category) {
            FailureTier::Tactical if !hints_had_their_share => Move::Retry,
            _ if may_replan => Move::Replan,
            _ => Move::Retry,
        }
    }

    /// Goes on with the next tier, if there is one.
    fn rises(&mut self, policy: &EscalationPolicy) -> bool {
        let higher = self.tier + 1;
        let exists = higher < policy.tiers;
        if exists {
            self.tier = higher;
            self.seen.clear();
        }
        exists
    }

    /// Records a new plan. Attempts, hints and tier stay; a goal narrower than the original is flagged.
    #[must_use]
    pub fn replanned(&self, original: &Goal, plan: &Goal) -> Self {
        let mut next = self.clone();
        next.replans.push(Replan {
            after_attempt: self.attempt,
            narrows: original.narrowed_by(plan),
        });
        next
    }

    /// Records that an attempt satisfied this many deliverables: returns the account, and whether the attempt
    /// may stay. An attempt that satisfies fewer than the best so far is rolled back to the best.
    #[must_use]
    pub fn delivered(&self, satisfied: usize) -> (Self, bool) {
        let mut next = self.clone();
        next.most_deliverables = self.most_deliverables.max(satisfied);
        (next, satisfied >= self.most_deliverables)
    }
}

impl std::fmt::Display for Ladder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            attempt,
            tier,
            hints,
            replans,
            ..
        } = self;
        write!(
            f,
            "attempt {attempt}, tier {}, {} hints, {} re-plans",
            tier + 1,
            hints.len(),
            replans.len()
        )
    }
}
