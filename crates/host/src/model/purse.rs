//! The spending of a run on models: budgets are checked before each question, and each question is recorded.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tokio::sync::Notify;
use unbreak_core::event::ModelCall;
use unbreak_core::model::{Completion, ModelErrorKind, ModelLimits, Prompt};
use unbreak_core::policy::escalation::EscalationPolicy;
use unbreak_core::redact::Redact as _;
use unbreak_core::report::ModelUse;
use unbreak_core::{Model, ModelError};

use super::{ModelSettings, Price, Tier};

/// The models of a run behind its budgets.
pub(crate) struct Purse {
    settings: ModelSettings,
    /// Whether prompts are shown instead of sent.
    shows_prompts: bool,
    account: Mutex<Account>,
    settled: Notify,
}

#[derive(Default)]
struct Account {
    tokens: u64,
    cost: f64,
    /// Questions without an answer yet, with their maximum cost.
    pending: Vec<Share>,
    /// The calls that were not reported yet.
    log: Vec<ModelCall>,
    used: Vec<ModelUse>,
    /// The budget for which a question was refused.
    refused_for: Option<&'static str>,
    /// Whether the next question would meet the same error as the last.
    is_dead: bool,
    /// The number of questions in a row that reached no model.
    unreached: u32,
    /// The time since when questions are under way, and the total of earlier times.
    busy_since: Option<Instant>,
    busy: Duration,
}

/// A part of the budgets.
#[derive(Clone, Copy, PartialEq)]
struct Share {
    tokens: u64,
    cost: f64,
}

impl Purse {
    pub(crate) fn new(mut settings: ModelSettings, shows_prompts: bool) -> Self {
        if shows_prompts && settings.is_empty() {
            settings = settings.tier(Arc::new(NoModel), Price::default());
        }
        Self {
            settings,
            shows_prompts,
            account: Mutex::default(),
            settled: Notify::new(),
        }
    }

    /// Returns whether there is no model to ask.
    pub(crate) fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// The limits of the attempts to repair one cause.
    pub(crate) fn escalation(&self) -> EscalationPolicy {
        let mut policy = self.settings.escalation.clone();
        policy.tiers = u32::try_from(self.settings.tiers.len()).unwrap_or(u32::MAX);
        policy
    }

    /// The number of answers that an attempt asks for.
    pub(crate) fn samples(&self) -> u32 {
        self.settings.samples
    }

    /// The models, from the weakest to the strongest.
    pub(crate) fn models(&self) -> Vec<PurseModel<'_>> {
        let tiers = self.settings.tiers.iter();
        tiers.map(|tier| PurseModel { tier, purse: self }).collect()
    }

    /// The exhausted budget.
    pub(crate) fn used_up(&self) -> Option<&'static str> {
        self.lock().refused_for
    }

    /// Returns whether asking again is useless: no model can be reached, or the key is refused.
    pub(crate) fn is_dead(&self) -> bool {
        self.lock().is_dead
    }

    /// The calls since this was last called.
    pub(crate) fn take_log(&self) -> Vec<ModelCall> {
        std::mem::take(&mut self.lock().log)
    }

    /// The total time of waiting for answers.
    pub(crate) fn waited(&self) -> Duration {
        self.lock().busy
    }

    /// The questions to each model and their cost.
    pub(crate) fn used(&self) -> Vec<ModelUse> {
        self.lock().used.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Account> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a question may be sent. A question that might exceed a budget together with others under
    /// way waits for their answers, so a budget is exceeded by one answer at most.
    async fn reserve(&self, share: Share, model: &str) -> Result<Reserved<'_>, ModelError> {
        loop {
            let settled = self.settled.notified();
            match self.try_reserve(share) {
                Attempt::Granted => return Ok(Reserved { purse: self, share }),
                Attempt::Refused(budget) => {
                    let message = format!("the run's budget of {budget} is used up");
                    return Err(ModelError::new(model, ModelErrorKind::BudgetExhausted, message)
                        .hint(format!("raise it with --budget-{budget}")));
                }
                Attempt::Wait => settled.await,
            }
        }
    }

    fn try_reserve(&self, share: Share) -> Attempt {
        let mut account = self.lock();
        let (limit_tokens, limit_cost) = (self.settings.budget_tokens, self.settings.budget_cost);
        let is_spent_tokens = limit_tokens.is_some_and(|limit| account.tokens >= limit);
        let is_spent_cost = limit_cost.is_some_and(|limit| account.cost > 0.0 && account.cost >= limit);
        if is_spent_tokens || is_spent_cost {
            let budget = if is_spent_tokens { "tokens" } else { "cost" };
            account.refused_for = Some(budget);
            return Attempt::Refused(budget);
        }
        let pending_tokens: u64 = account.pending.iter().map(|share| share.tokens).sum();
        let pending_cost: f64 = account.pending.iter().map(|share| share.cost).sum();
        let fits_tokens =
            limit_tokens.is_none_or(|limit| account.tokens + pending_tokens + share.tokens <= limit);
        let fits_cost = limit_cost.is_none_or(|limit| account.cost + pending_cost + share.cost <= limit);
        if account.pending.is_empty() || fits_tokens && fits_cost {
            account.pending.push(share);
            account.busy_since.get_or_insert_with(Instant::now);
            return Attempt::Granted;
        }
        Attempt::Wait
    }
}

enum Attempt {
    Granted,
    Wait,
    Refused(&'static str),
}

/// A question that may be sent. On drop, its part of the budgets is free again.
struct Reserved<'a> {
    purse: &'a Purse,
    share: Share,
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut account = self.purse.lock();
        if let Some(at) = account.pending.iter().position(|share| *share == self.share) {
            account.pending.swap_remove(at);
        }
        if account.pending.is_empty()
            && let Some(since) = account.busy_since.take()
        {
            account.busy += since.elapsed();
        }
        drop(account);
        self.purse.settled.notify_waiters();
    }
}

/// Stands in for a model if prompts are only shown.
struct NoModel;

#[async_trait]
impl Model for NoModel {
    fn name(&self) -> &'static str {
        "none"
    }

    async fn complete(&self, _prompt: &Prompt) -> Result<Completion, ModelError> {
        Err(ModelError::new(
            self.name(),
            ModelErrorKind::Configuration,
            "no model is configured",
        ))
    }
}

/// A model whose questions are redacted, counted and limited.
pub(crate) struct PurseModel<'a> {
    tier: &'a Tier,
    purse: &'a Purse,
}

#[async_trait]
impl Model for PurseModel<'_> {
    fn name(&self) -> &str {
        self.tier.model.name()
    }

    fn limits(&self) -> ModelLimits {
        self.tier.model.limits()
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let mut prompt = prompt.clone();
        prompt.redact();
        if self.purse.shows_prompts {
            return Err(self.show(prompt));
        }
        let (input, output) = (prompt.estimated_tokens(), u64::from(prompt.max_tokens));
        let share = Share {
            tokens: input + output,
            cost: self.tier.price.of_tokens(input, output),
        };
        let reserved = self.purse.reserve(share, self.name()).await?;
        let started = Instant::now();
        let answer = self.tier.model.complete(&prompt).await;
        self.record(started, &answer);
        drop(reserved);
        answer
    }
}

impl PurseModel<'_> {
    fn show(&self, prompt: Prompt) -> ModelError {
        let mut account = self.purse.lock();
        let is_same = |call: &ModelCall| {
            call.prompt
                .as_ref()
                .is_some_and(|shown| shown.user == prompt.user)
        };
        // Further samples ask the same.
        if !account.log.iter().any(is_same) {
            let mut call = ModelCall::new(self.name());
            call.error = Some("not sent".to_owned());
            call.prompt = Some(prompt);
            account.log.push(call);
        }
        drop(account);
        ModelError::new(
            self.name(),
            ModelErrorKind::Declined,
            "prompts are shown, not sent",
        )
    }

    fn record(&self, started: Instant, answer: &Result<Completion, ModelError>) {
        let mut call = ModelCall::new(self.name());
        call.ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        match answer {
            Ok(answer) => {
                call.input_tokens = answer.input_tokens;
                call.output_tokens = answer.output_tokens;
                call.cost = self.tier.price.of(answer);
            }
            Err(error) => call.error = Some(error.to_string()),
        }
        let mut account = self.purse.lock();
        account.note(
            answer.as_ref().err().map(|error| error.kind),
            self.purse.settings.samples,
        );
        account.tokens += call.input_tokens + call.output_tokens;
        account.cost += call.cost;
        let at = account.used.iter().position(|used| used.model == call.model);
        let at = at.unwrap_or_else(|| {
            account.used.push(ModelUse::none(&call.model));
            account.used.len() - 1
        });
        let used = &mut account.used[at];
        used.calls += 1;
        used.input_tokens += call.input_tokens;
        used.output_tokens += call.output_tokens;
        used.cost += call.cost;
        account.log.push(call);
    }
}

impl Account {
    /// Records how a question ended. A refused key stays refused. A model counts as unreachable once all
    /// answers of an attempt say so, because they are requested at once.
    fn note(&mut self, error: Option<ModelErrorKind>, samples: u32) {
        use ModelErrorKind::{Configuration, RateLimited, Rejected, Unauthorized, Unreachable};
        self.unreached = match error {
            Some(RateLimited | Unreachable) => self.unreached + 1,
            _ => 0,
        };
        let is_refused = matches!(error, Some(Configuration | Rejected | Unauthorized));
        self.is_dead = is_refused || self.unreached >= samples.max(1);
    }
}
