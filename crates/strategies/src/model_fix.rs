//! `model_fix`: asks a language model where no rule has an answer.
//!
//! The model sees excerpts of the project and answers with SEARCH/REPLACE blocks in plain text,
//! never with whole files. A block whose search text does not occur exactly once in the excerpts is
//! refused, and the reason becomes a hint for the next attempt. If one block of an answer is
//! refused, all are.

mod anchor;
mod answer;
mod prompt;
mod sample;

use async_trait::async_trait;
use futures_util::future::join_all;
use unbreak_core::model::{Completion, ModelError, Prompt};
use unbreak_core::policy::escalation::{AttemptFailure, Ladder, Move, category};
use unbreak_core::{
    Analysis, Attempts, Briefer, Candidate, Descriptor, Diagnostic, Fix, FixContext, FixStrategy, Model,
    StrategyError, register_strategy,
};

use self::prompt::Question;
use self::sample::Sample;
use crate::describe::describe;
use crate::weights::asking;

const ID: &str = "model_fix";

/// The minimum number of tokens for a prompt, whatever a model's limits say.
const LEAST_CONTEXT: u64 = 2_000;

/// The most tokens of excerpts: wrong and surplus context costs more right answers than it gains.
const MOST_CONTEXT: u64 = 12_000;

/// The most bytes of a hint.
const MOST_HINT: usize = 1_000;

/// After this many answers whose blocks could not be read or placed, one whole function is requested.
const BLOCK_FAILURES: usize = 2;

const DOCS: &str = "\
## What it fixes

Errors that no rule repairs, if a language model is configured.

## How

The model sees excerpts of the project that are relevant to the failure, and answers with SEARCH/REPLACE blocks.
The text to replace must occur in the excerpts exactly once. An unusable answer becomes a hint for the next attempt;
after two such failures, the model is asked for one whole function instead. Several answers are requested, and equal
answers count as votes.

## Fix safety

Always unsafe: the change is kept only if you confirm it or use `--yes`, and if something that can see meaning tested
it.
";

static DESCRIPTOR: Descriptor = describe(ID, "proposes edits that a language model writes", DOCS, &[], &[]);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct ModelFix;

register_strategy!(ModelFix);

#[async_trait]
impl FixStrategy for ModelFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let description = format!("ask a language model about: {}", diagnostic.message);
        Some(Candidate::new(ID, "ask a model", description, asking::last()))
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn needs_model(&self) -> bool {
        true
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let (Some(attempts), Some(briefer)) = (context.attempts, context.briefer) else {
            return Ok(Vec::new());
        };
        let consultation = Consultation {
            analysis,
            context,
            attempts,
            briefer,
        };
        consultation.propose().await
    }
}

/// A cause, and everything that is needed to ask about it.
struct Consultation<'a> {
    analysis: &'a Analysis,
    context: &'a FixContext<'a>,
    attempts: &'a dyn Attempts,
    briefer: &'a dyn Briefer,
}

impl Consultation<'_> {
    /// The fixes of the first attempt that has any.
    async fn propose(&self) -> Result<Vec<Fix>, StrategyError> {
        while let Some(ladder) = self.attempts.begin() {
            let Some(model) = self.context.models.tier(ladder.tier) else {
                break;
            };
            let samples = self.ask(model, &ladder).await?;
            let (fixes, failures) = sample::vote(samples, model.name());
            if !fixes.is_empty() {
                return Ok(fixes);
            }
            if self.attempts.fail(sample::combined(failures)) != Move::Retry {
                break;
            }
        }
        Ok(Vec::new())
    }

    /// The answers of one attempt, each as edits or as the reason why it cannot be used.
    async fn ask(&self, model: &dyn Model, ladder: &Ladder) -> Result<Vec<Sample>, StrategyError> {
        let limits = model.limits();
        let room = u64::from(limits.context_tokens.saturating_sub(limits.answer_tokens));
        let tokens = (room / 2).clamp(LEAST_CONTEXT, MOST_CONTEXT);
        let mut questions = Vec::new();
        for number in 0..self.context.models.samples() {
            let focus = usize::try_from(number % 2).unwrap_or_default();
            let briefing = self.briefer.brief(self.analysis, tokens, focus).await;
            questions.push(Question {
                briefing,
                number,
                wants_function: wants_function(ladder),
            });
        }
        let lessons = self.attempts.lessons();
        let prompts: Vec<Prompt> = questions
            .iter()
            .map(|question| question.prompt(self.analysis, self.context.command, &lessons, &limits))
            .collect();
        let answers = join_all(prompts.iter().map(|prompt| model.complete(prompt))).await;
        self.samples(&questions, answers)
    }

    /// # Errors
    /// When no question was answered.
    fn samples(
        &self,
        questions: &[Question],
        answers: Vec<Result<Completion, ModelError>>,
    ) -> Result<Vec<Sample>, StrategyError> {
        let mut samples = Vec::new();
        let mut last = None;
        for (question, answer) in questions.iter().zip(answers) {
            match answer {
                Ok(answer) => {
                    samples.push(Sample::of(&answer, &question.briefing, self.context.workspace));
                }
                Err(error) => last = Some(error),
            }
        }
        match last {
            Some(error) if samples.is_empty() => Err(StrategyError::Capability(error.into())),
            _ => Ok(samples),
        }
    }
}

/// Returns whether blocks failed often enough to request a whole function instead.
fn wants_function(ladder: &Ladder) -> bool {
    let is_about_blocks = |category: &str| matches!(category, category::ANCHOR | category::EDIT_FORMAT);
    let failures = ladder.hints.iter().filter(|hint| is_about_blocks(&hint.category));
    failures.count() >= BLOCK_FAILURES
}

/// A failure of an answer, with a hint how to correct it. Hints are part of every later prompt, so
/// they are short, however long the lines of the answer or the file are.
fn failure(category: &str, hint: impl Into<String>) -> AttemptFailure {
    let mut hint = hint.into();
    hint.truncate(hint.floor_char_boundary(MOST_HINT));
    AttemptFailure::new(category, hint)
}
