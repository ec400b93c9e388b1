//! The account of the attempts to repair one cause with a model.

use std::sync::{Mutex, MutexGuard, PoisonError};

use unbreak_core::policy::escalation::{AttemptFailure, EscalationPolicy, Goal, Ladder, Move};
use unbreak_core::{Attempts, ModelAnalysis, TriedFix};

/// Kept for a cause during the whole run. Fixes of other causes do not reset it.
pub(super) struct AttemptAccount {
    policy: EscalationPolicy,
    state: Mutex<AccountState>,
}

#[derive(Default)]
struct AccountState {
    ladder: Ladder,
    tried: Vec<TriedFix>,
    /// The plan that attempts follow.
    plan: Option<ModelAnalysis>,
    /// The goal of the first plan.
    goal: Option<Goal>,
    wants_plan: bool,
    stopped: Option<String>,
}

impl AttemptAccount {
    pub(super) fn new(policy: EscalationPolicy) -> Self {
        Self {
            policy,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, AccountState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reason why there is no further attempt.
    pub(super) fn stopped(&self) -> Option<String> {
        self.state().stopped.clone()
    }

    pub(super) fn stop(&self, reason: &str) {
        self.state().stopped.get_or_insert_with(|| reason.to_owned());
    }

    /// Returns whether a new plan is needed.
    pub(super) fn wants_plan(&self) -> bool {
        self.state().wants_plan
    }

    pub(super) fn plan(&self) -> Option<ModelAnalysis> {
        self.state().plan.clone()
    }

    /// Accepts a plan: the first one, or a new one, which is compared with the goal of the first.
    pub(super) fn take_plan(&self, plan: ModelAnalysis, deliverables: &[String]) {
        let goal = Goal {
            statement: plan.goal.clone(),
            deliverables: deliverables.to_vec(),
        };
        let mut state = self.state();
        if state.wants_plan {
            let original = state.goal.clone().unwrap_or_else(|| goal.clone());
            state.ladder = state.ladder.replanned(&original, &goal);
            state.wants_plan = false;
        }
        state.goal.get_or_insert(goal);
        state.plan = Some(plan);
    }

    /// Records the fixes of an attempt that were tried and rolled back.
    pub(super) fn remember(&self, tried: impl IntoIterator<Item = TriedFix>) {
        self.state().tried.extend(tried);
    }
}

impl Attempts for AttemptAccount {
    fn ladder(&self) -> Ladder {
        self.state().ladder.clone()
    }

    fn begin(&self) -> Option<Ladder> {
        let mut state = self.state();
        if state.stopped.is_some() {
            return None;
        }
        let next = state.ladder.begin(&self.policy);
        match &next {
            Some(ladder) => state.ladder = ladder.clone(),
            None => state.stopped = Some("all attempts are used up".to_owned()),
        }
        next
    }

    fn fail(&self, failure: AttemptFailure) -> Move {
        let mut state = self.state();
        let (ladder, next) = state.ladder.failed(&self.policy, &failure);
        state.ladder = ladder;
        match &next {
            Move::Stop { reason } => state.stopped = Some(reason.clone()),
            Move::Replan => state.wants_plan = true,
            _ => {}
        }
        next
    }

    fn tried(&self) -> Vec<TriedFix> {
        self.state().tried.clone()
    }
}
