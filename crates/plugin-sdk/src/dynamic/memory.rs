//! Past failures, the account of the attempts, and models, asked through the host.

use async_trait::async_trait;
use serde::de::DeserializeOwned;
use unbreak_core::capability::{CapabilityError, Recalled};
use unbreak_core::policy::escalation::{AttemptFailure, Ladder, Move};
use unbreak_core::session::Postmortem;
use unbreak_core::{
    Analysis, Attempts, Briefer, Briefing, Completion, Flake, LearnedPattern, Memory, Model, ModelError,
    ModelErrorKind, ModelLimits, Prompt, Signature, Similar, Symptoms, Template, TriedFix,
};
use unbreak_plugin_abi::messages::{self, AttemptsQuestion, Brief, Complete, MemoryQuestion, question};

use super::link::Link;

/// A model of the host.
pub(super) struct AskedModel {
    link: Link,
    info: messages::ModelInfo,
    tier: u32,
}

impl AskedModel {
    /// The models of a call, from the weakest to the strongest.
    pub(super) fn all(link: &Link, models: &[messages::ModelInfo]) -> Vec<Self> {
        (0..)
            .zip(models)
            .map(|(tier, info)| Self {
                link: link.clone(),
                info: info.clone(),
                tier,
            })
            .collect()
    }
}

#[async_trait]
impl Model for AskedModel {
    fn name(&self) -> &str {
        &self.info.name
    }

    fn limits(&self) -> ModelLimits {
        self.info.limits
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let question = Complete {
            prompt: prompt.clone(),
            tier: self.tier,
        };
        let answer: Result<_, CapabilityError> = self.link.get(question::COMPLETE, &question);
        answer.map_err(|error| {
            let kind = match error {
                CapabilityError::Cancelled => ModelErrorKind::Cancelled,
                _ => ModelErrorKind::Rejected,
            };
            ModelError::new(&self.info.name, kind, error.to_string())
        })
    }
}

#[async_trait]
impl Briefer for Link {
    async fn brief(&self, analysis: &Analysis, tokens: u64, focus: usize) -> Briefing {
        let analysis = analysis.clone();
        let asked = Brief {
            analysis,
            tokens,
            focus,
        };
        // A failed answer counts as an empty briefing.
        self.get(question::BRIEF, &asked).unwrap_or_default()
    }
}

/// Without an answer no attempts are left.
impl Attempts for Link {
    fn ladder(&self) -> Ladder {
        self.get(question::ATTEMPTS, &AttemptsQuestion::Ladder)
            .unwrap_or_default()
    }

    fn begin(&self) -> Option<Ladder> {
        self.get(question::ATTEMPTS, &AttemptsQuestion::Begin).ok()?
    }

    fn fail(&self, failure: AttemptFailure) -> Move {
        self.get(question::ATTEMPTS, &AttemptsQuestion::Fail { failure })
            .unwrap_or_else(|error| Move::Stop {
                reason: error.to_string(),
            })
    }

    fn tried(&self) -> Vec<TriedFix> {
        self.get(question::ATTEMPTS, &AttemptsQuestion::Tried)
            .unwrap_or_default()
    }
}

impl Link {
    fn ask_memory<T: DeserializeOwned>(&self, asked: &MemoryQuestion) -> Result<T, CapabilityError> {
        self.get(question::MEMORY, asked)
    }
}

#[async_trait]
impl Memory for Link {
    async fn recall(&self, signature: &Signature, limit: usize) -> Result<Vec<Recalled>, CapabilityError> {
        let signature = signature.clone();
        self.ask_memory(&MemoryQuestion::Recall { signature, limit })
    }

    async fn record(
        &self,
        signature: &Signature,
        strategy: &str,
        details: &str,
        fixed: bool,
    ) -> Result<(), CapabilityError> {
        self.ask_memory(&MemoryQuestion::Record {
            signature: signature.clone(),
            strategy: strategy.to_owned(),
            details: details.to_owned(),
            fixed,
        })
    }

    async fn remember(&self, postmortem: &Postmortem) -> Result<(), CapabilityError> {
        let postmortem = Box::new(postmortem.clone());
        self.ask_memory(&MemoryQuestion::Remember { postmortem })
    }

    async fn similar(&self, symptoms: &Symptoms, limit: usize) -> Result<Vec<Similar>, CapabilityError> {
        let symptoms = symptoms.clone();
        self.ask_memory(&MemoryQuestion::Similar { symptoms, limit })
    }

    async fn templates(&self, key: &Signature, limit: usize) -> Result<Vec<LearnedPattern>, CapabilityError> {
        let key = key.clone();
        self.ask_memory(&MemoryQuestion::Templates { key, limit })
    }

    async fn keep_template(&self, template: &Template, origin: &str) -> Result<(), CapabilityError> {
        let (template, origin) = (template.clone(), origin.to_owned());
        self.ask_memory(&MemoryQuestion::KeepTemplate { template, origin })
    }

    async fn judge_template(&self, id: u64, helped: bool) -> Result<(), CapabilityError> {
        self.ask_memory(&MemoryQuestion::JudgeTemplate { id, helped })
    }

    async fn note_flakes(&self, flakes: &[Flake]) -> Result<(), CapabilityError> {
        let flakes = flakes.to_vec();
        self.ask_memory(&MemoryQuestion::NoteFlakes { flakes })
    }

    async fn flakes(&self, workspace: &str) -> Result<Vec<Flake>, CapabilityError> {
        let workspace = workspace.to_owned();
        self.ask_memory(&MemoryQuestion::Flakes { workspace })
    }
}
