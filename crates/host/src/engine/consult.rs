//! Asks models about causes that no rule can fix; their answers are verified like any other proposal.
//!
//! One cause at a time. An attempt asks for several answers; the fixes among them are tried in the order of
//! their votes. Failures are reported back with the reason, as long as the cause's ladder allows another
//! attempt.

use std::slice;
use std::sync::Arc;

use unbreak_core::policy::escalation::{AttemptFailure, Move, SAME_FAILURE, category};
use unbreak_core::policy::verdict::Observation;
use unbreak_core::{Attempts as _, EventKind, Fix, TriedFix};

use super::Rounds;
use super::analyze::Cause;
use super::attempts::AttemptAccount;
use super::ledger::digest;
use super::propose::Reach;
use super::settle::NO_EFFECT;
use crate::error::AgentError;

/// How an attempt ended.
enum AttemptEnd {
    /// A part of it is in the tree.
    Kept(Observation),
    /// No part of it is in the tree; another may follow.
    Failed,
    /// Approval is not possible, or no model answers.
    Hopeless,
}

impl Rounds<'_, '_, '_> {
    /// Asks models about the causes, one after the other, until a fix of theirs is kept.
    pub(super) async fn consult(
        &mut self,
        causes: &[Cause],
        now: &Observation,
    ) -> Result<Option<Observation>, AgentError> {
        if self.setting.purse.is_empty() {
            return Ok(None);
        }
        for cause in causes {
            self.attend(cause);
            let account = self.attempts_at(cause);
            while account.stopped().is_none() && self.may_consult() {
                let cause = self.planned(cause, &account, now).await;
                if !self.may_consult() {
                    break;
                }
                match self.attempt(&cause, &account, now).await? {
                    AttemptEnd::Kept(better) => return Ok(Some(better)),
                    AttemptEnd::Failed => {}
                    AttemptEnd::Hopeless => break,
                }
            }
        }
        Ok(None)
    }

    fn may_consult(&self) -> bool {
        let purse = self.setting.purse;
        self.may_verify() && purse.used_up().is_none() && !purse.is_dead()
    }

    fn attempts_at(&mut self, cause: &Cause) -> Arc<AttemptAccount> {
        let policy = self.setting.purse.escalation();
        let account = self.attempts.entry(cause.key.clone());
        Arc::clone(account.or_insert_with(|| Arc::new(AttemptAccount::new(policy))))
    }

    /// The reason why models are stuck on one of the causes, if they repeat themselves.
    pub(super) fn is_stuck_on(&self, causes: &[Cause]) -> Option<String> {
        let stopped = |cause: &Cause| self.attempts.get(&cause.key)?.stopped();
        let is_stuck = |reason: &String| reason == SAME_FAILURE;
        causes.iter().filter_map(stopped).find(is_stuck)
    }

    /// One attempt: the strategy asks for answers, which are then tried.
    async fn attempt(
        &mut self,
        cause: &Cause,
        account: &Arc<AttemptAccount>,
        now: &Observation,
    ) -> Result<AttemptEnd, AgentError> {
        let refused_before = self.ledger.refused().len();
        self.proposals.remove(&(Reach::Model, cause.key.clone()));
        self.choose(slice::from_ref(cause), now, Reach::Model).await;
        self.tell_calls();
        let proposed = self.proposals.get(&(Reach::Model, cause.key.clone()));
        let proposed = proposed.cloned().unwrap_or_default();
        if proposed.is_empty() {
            // The strategy has used up its attempts, needs a new plan, or could not ask at all.
            self.tell_attempt(cause, account, "no answer could be used");
            if let Some(hint) = account.ladder().hints.last() {
                let reason = format!("an answer was refused ({}): {}", hint.category, hint.text);
                self.ledger.idle(&cause.key, reason);
            }
            return Ok(match account.wants_plan() {
                true => AttemptEnd::Failed,
                false => AttemptEnd::Hopeless,
            });
        }
        self.try_out(cause, account, now, &proposed, refused_before).await
    }

    /// Tries the fixes of an attempt until one stays.
    async fn try_out(
        &mut self,
        cause: &Cause,
        account: &Arc<AttemptAccount>,
        now: &Observation,
        proposed: &[Fix],
        refused_before: usize,
    ) -> Result<AttemptEnd, AgentError> {
        let one = slice::from_ref(cause);
        let mut failed: Vec<TriedFix> = Vec::new();
        self.rehearse_rivals(one, now, Reach::Model).await;
        loop {
            let chosen = self.choose(one, now, Reach::Model).await;
            if chosen.is_empty() || !self.may_verify() {
                break;
            }
            let batch = self.enrol(one, &chosen);
            let diff = batch.first().map(|trial| trial.diff.clone()).unwrap_or_default();
            let settled = self.settle(one, now, batch).await?;
            if !settled.kept.is_empty() {
                self.tell_attempt(cause, account, "a fix was kept");
                self.account(one, &settled);
                return self.keep(one, settled, now).map(AttemptEnd::Kept);
            }
            let reason = self
                .ledger
                .why_failed(&cause.key)
                .unwrap_or_else(|| NO_EFFECT.to_owned());
            failed.push(TriedFix::new(&chosen[0].1.strategy, diff, reason));
        }
        let refused = self.ledger.refused()[refused_before..].to_vec();
        if failed.is_empty()
            && refused
                .iter()
                .any(|refused| refused.rule == "approval" || refused.rule == "guess")
        {
            account.stop("its fixes need approval");
            self.tell_attempt(cause, account, "its fixes need approval");
            return Ok(AttemptEnd::Hopeless);
        }
        let refusals = refused
            .iter()
            .map(|refused| format!("an edit was refused ({}): {}", refused.rule, refused.reason))
            .collect();
        let failure = failure_of(proposed, &failed, refusals);
        account.remember(failed);
        let next = account.fail(failure);
        self.tell_attempt(cause, account, &in_words(&next));
        Ok(AttemptEnd::Failed)
    }

    fn tell_attempt(&mut self, cause: &Cause, account: &AttemptAccount, verdict: &str) {
        self.narrator.tell(EventKind::Attempt {
            analysis: cause.analysis.id,
            ladder: account.ladder(),
            verdict: verdict.to_owned(),
        });
    }

    /// Reports the questions to models as events.
    pub(super) fn tell_calls(&mut self) {
        for call in self.setting.purse.take_log() {
            self.narrator.tell(EventKind::Model { call });
        }
    }
}

/// The failure of an attempt whose fixes were refused, were tried before, or did not help. The same fixes
/// give the same failure, so that repetition is noticed.
fn failure_of(proposed: &[Fix], failed: &[TriedFix], refusals: Vec<String>) -> AttemptFailure {
    let mut digests: Vec<u64> = proposed.iter().map(digest).collect();
    digests.sort_unstable();
    let verified = failed.iter().map(|fix| {
        let category = match fix.reason.contains(NO_EFFECT) {
            true => category::NO_EFFECT,
            false => category::REGRESSION,
        };
        (
            category,
            format!("an edit was tried and rolled back: {}", fix.reason),
        )
    });
    let refused = refusals
        .into_iter()
        .map(|refusal| (category::GUARD_REFUSAL, refusal));
    let mut all: Vec<(&str, String)> = verified.chain(refused).collect();
    all.dedup();
    if all.is_empty() {
        let repeated = "the same edit was proposed and rolled back before; find another cause".to_owned();
        all.push((category::REPEATED, repeated));
    }
    let hints: Vec<&str> = all.iter().map(|(_, hint)| hint.as_str()).collect();
    AttemptFailure {
        category: all[0].0.to_owned(),
        hint: hints.join("\n"),
        signature: format!("fixes {digests:?}"),
    }
}

fn in_words(next: &Move) -> String {
    match next {
        Move::Retry => "nothing helped; another attempt follows".to_owned(),
        Move::Replan => "nothing helped; a new plan is made".to_owned(),
        Move::Stop { reason } => format!("nothing helped; {reason}"),
        _ => "nothing helped".to_owned(),
    }
}
