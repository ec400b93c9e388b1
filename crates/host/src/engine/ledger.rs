//! Records which fix was tried for which cause, and its result: none is lost, and none is counted twice.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use unbreak_core::event::{FixOutcome, FixResult};
use unbreak_core::{DeterminedBy, Fix, RefusedFix};

use super::analyze::{Cause, CauseKey};
use super::settle::Trial;
use crate::workspace::Tree;

/// How often one strategy may try to fix one cause.
const ATTEMPTS_PER_STRATEGY: u32 = 3;

/// The accounts of a run.
#[derive(Debug, Default, Clone)]
pub(super) struct Ledger {
    accounts: BTreeMap<CauseKey, Account>,
    /// What an audit rolled back, by digest: its reasons hold for every cause.
    rolled_back: BTreeSet<u64>,
    refused: Vec<RefusedFix>,
    problems: BTreeSet<String>,
}

#[derive(Debug, Default, Clone)]
struct Account {
    tried: BTreeSet<u64>,
    attempts: BTreeMap<String, u32>,
    last_failure: Option<String>,
    refusal: Option<String>,
    idle: Option<String>,
    /// Whether a fix was rolled back because nothing told whether it is right.
    is_undecided: bool,
}

impl Ledger {
    /// Returns whether this fix may (still) be tried for this cause.
    pub(super) fn may_try(&self, key: &CauseKey, fix: &Fix) -> bool {
        if self.rolled_back.contains(&digest(fix)) {
            return false;
        }
        // The number of questions to models is limited by their attempts.
        let is_limited = fix.evidence.determined_by != DeterminedBy::Model;
        self.accounts.get(key).is_none_or(|account| {
            !account.tried.contains(&digest(fix))
                && (!is_limited
                    || account
                        .attempts
                        .get(&fix.strategy)
                        .is_none_or(|&attempts| attempts < ATTEMPTS_PER_STRATEGY))
        })
    }

    /// Puts a fix on trial: in addition to the others, together with an equal one, or not now if another one
    /// changes the same place.
    pub(super) fn enrol(
        &mut self,
        batch: &mut Vec<Trial>,
        index: usize,
        cause: &Cause,
        fix: &Fix,
        tree: &Tree,
    ) {
        if let Some(same) = batch.iter_mut().find(|trial| digest(&trial.fix) == digest(fix)) {
            same.causes.push(index);
        } else if let Some(other) = batch.iter().find(|trial| trial.fix.conflicts_with(fix)) {
            return self.idle(
                &cause.key,
                format!(
                    "“{}” waits: “{}” changes the same place",
                    fix.title, other.fix.title
                ),
            );
        } else {
            batch.push(Trial::new(index, fix, tree));
        }
        self.try_fix(&cause.key, fix);
    }

    /// Returns whether a fix was tried for this cause and rolled back.
    pub(super) fn has_failed(&self, key: &CauseKey) -> bool {
        let account = self.accounts.get(key);
        account.is_some_and(|account| account.last_failure.is_some())
    }

    /// The reason why the last fix that was tried for a cause was rolled back.
    pub(super) fn why_failed(&self, key: &CauseKey) -> Option<String> {
        self.accounts.get(key)?.last_failure.clone()
    }

    /// Records that nothing told which of the fixes for a cause is right.
    pub(super) fn leave_undecided(&mut self, key: &CauseKey) {
        self.accounts.entry(key.clone()).or_default().is_undecided = true;
    }

    /// Returns whether a fix for this cause was rolled back because nothing told whether it is right.
    pub(super) fn is_undecided(&self, key: &CauseKey) -> bool {
        self.accounts.get(key).is_some_and(|account| account.is_undecided)
    }

    /// The fixes that the guard refused so far.
    pub(super) fn refused(&self) -> &[RefusedFix] {
        &self.refused
    }

    /// Records that a fix need not be tried for a cause.
    pub(super) fn rule_out(&mut self, key: &CauseKey, fix: &Fix) {
        let account = self.accounts.entry(key.clone()).or_default();
        account.tried.insert(digest(fix));
    }

    fn try_fix(&mut self, key: &CauseKey, fix: &Fix) {
        let account = self.accounts.entry(key.clone()).or_default();
        account.tried.insert(digest(fix));
        *account.attempts.entry(fix.strategy.clone()).or_default() += 1;
    }

    /// Records that a fix was tried and rolled back.
    pub(super) fn fail(&mut self, key: &CauseKey, fix: &Fix, reason: &str) {
        self.accounts.entry(key.clone()).or_default().last_failure =
            Some(format!("“{}”: {reason}", fix.title));
    }

    /// Records that an audit rolled a fix back, for a reason of its own.
    pub(super) fn ban(&mut self, fix: &Fix) {
        self.rolled_back.insert(digest(fix));
    }

    /// Lets a fix be tried again that was rolled back only because another one was.
    pub(super) fn forgive(&mut self, key: &CauseKey, fix: &Fix) {
        if let Some(account) = self.accounts.get_mut(key) {
            account.tried.remove(&digest(fix));
            let attempts = account.attempts.entry(fix.strategy.clone()).or_default();
            *attempts = attempts.saturating_sub(1);
        }
    }

    /// Records that a rule refused a fix.
    pub(super) fn refuse(&mut self, key: &CauseKey, refused: RefusedFix) {
        let account = self.accounts.entry(key.clone()).or_default();
        account.refusal = Some(format!(
            "“{}” was refused by {}: {}",
            refused.title, refused.rule, refused.reason
        ));
        if !self.refused.contains(&refused) {
            self.refused.push(refused);
        }
    }

    /// Records why nothing is tried for a cause this time.
    pub(super) fn idle(&mut self, key: &CauseKey, reason: impl Into<String>) {
        self.accounts.entry(key.clone()).or_default().idle = Some(reason.into());
    }

    /// Records that a plug-in failed.
    pub(super) fn problem(&mut self, problem: String) {
        self.problems.insert(problem);
    }

    /// The account of a cause that was not fixed.
    pub(super) fn unresolved(&self, cause: &Cause) -> FixResult {
        let account = self.accounts.get(&cause.key);
        let attempts = account.map_or(0, |account| account.attempts.values().sum());
        let outcome = match account {
            Some(Account {
                last_failure: Some(reason),
                ..
            }) => FixOutcome::Failed {
                reason: reason.clone(),
            },
            Some(
                Account {
                    refusal: Some(reason),
                    ..
                }
                | Account {
                    idle: Some(reason), ..
                },
            ) => FixOutcome::Skipped {
                reason: reason.clone(),
            },
            _ => FixOutcome::Skipped {
                reason: "no strategy has a proposal".to_owned(),
            },
        };
        self.result(cause, outcome, attempts)
    }

    /// The account of a cause that was fixed.
    pub(super) fn fixed(&self, cause: &Cause, fix: &Fix) -> FixResult {
        let attempts = self
            .accounts
            .get(&cause.key)
            .map_or(1, |account| account.attempts.values().sum());
        self.result(
            cause,
            FixOutcome::Fixed {
                strategy: fix.strategy.clone(),
                title: fix.title.clone(),
            },
            attempts,
        )
    }

    fn result(&self, cause: &Cause, outcome: FixOutcome, attempts: u32) -> FixResult {
        let diagnostic = &cause.analysis.diagnostic;
        FixResult {
            analysis: cause.analysis.id,
            message: diagnostic.message.clone(),
            place: diagnostic.place(),
            outcome,
            attempts,
        }
    }

    /// The refused fixes, and the failures of plug-ins.
    pub(super) fn close(self) -> (Vec<RefusedFix>, Vec<String>) {
        (self.refused, self.problems.into_iter().collect())
    }
}

/// A digest of a fix: equal for proposals that would make the same change to the same text.
pub(super) fn digest(fix: &Fix) -> u64 {
    let mut hasher = DefaultHasher::new();
    fix.edits.hash(&mut hasher);
    format!("{:?}{:?}", fix.files, fix.commands).hash(&mut hasher);
    hasher.finish()
}
