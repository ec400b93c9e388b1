//! A library's strategy.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use serde_json::Value;
use unbreak_core::registry::Kind;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, Fix, FixContext, FixStrategy, Options,
    OptionsError, RuleDescription, RuleId, StrategyError,
};
use unbreak_plugin_abi::messages::{self, method};

use super::super::error::PluginError;
use super::super::instance::Instance;
use super::configured::settle;
use super::converse::converse;
use super::talks::Talks;
use super::world::World;

/// A strategy in a library.
pub(in super::super) struct LoadedStrategy {
    /// Its name in calls.
    name: String,
    info: messages::StrategyInfo,
    instance: Arc<Instance>,
    assessing: Mutex<Assessing>,
    talks: Talks,
}

/// The state of assessing, which cannot itself report a failure.
enum Assessing {
    Well,
    /// Reported by the next proposal.
    Failed(PluginError),
    Told,
}

impl LoadedStrategy {
    pub(in super::super) fn new(info: messages::StrategyInfo, instance: &Arc<Instance>) -> Self {
        Self::named(info.descriptor.id.to_string(), info, instance)
    }

    fn with(&self, options: &Options) -> Result<Self, PluginError> {
        let (name, info) = self.instance.configure(Kind::Strategy, &self.name, options)?;
        Ok(Self::named(name, info, &self.instance))
    }

    fn named(name: String, info: messages::StrategyInfo, instance: &Arc<Instance>) -> Self {
        Self {
            name,
            info,
            instance: Arc::clone(instance),
            assessing: Mutex::new(Assessing::Well),
            talks: Talks::default(),
        }
    }

    /// Turns a failure into a candidate that reports it: otherwise it would go unnoticed.
    fn fail(&self, error: PluginError) -> Option<Candidate> {
        let mut assessing = self.assessing.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*assessing, Assessing::Told) {
            return None;
        }
        *assessing = Assessing::Failed(error);
        Some(Candidate {
            strategy: self.info.descriptor.id.to_string(),
            action: "report".to_owned(),
            description: "it failed, and says how".to_owned(),
            confidence: Confidence::new(0.0),
        })
    }

    /// Makes a call in which it may ask for what was granted.
    async fn converse(
        &self,
        method: &'static str,
        payload: Vec<u8>,
        context: &FixContext<'_>,
    ) -> Result<Vec<u8>, PluginError> {
        let world = World::of_strategy(&self.instance.grants, context, &self.talks);
        let patience = self.instance.limits.propose;
        converse(&self.instance, &self.name, method, payload, patience, &world).await
    }

    fn failure(&self) -> Option<PluginError> {
        let mut assessing = self.assessing.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *assessing, Assessing::Told) {
            Assessing::Failed(error) => Some(error),
            before => {
                *assessing = before;
                None
            }
        }
    }
}

#[async_trait]
impl FixStrategy for LoadedStrategy {
    fn descriptor(&self) -> &Descriptor {
        &self.info.descriptor
    }

    fn options_schema(&self) -> Option<Value> {
        self.info.options_schema.clone()
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        let as_it_was = || Self::named(self.name.clone(), self.info.clone(), &self.instance);
        Ok(settle(&self.instance, self.with(options), as_it_was)?)
    }

    fn rules(&self) -> Vec<RuleDescription> {
        self.info.rules.clone()
    }

    fn is_last_resort(&self) -> bool {
        self.info.last_resort
    }

    fn needs_model(&self) -> bool {
        self.info.needs_model
    }

    async fn prepare(&self, context: &FixContext<'_>) -> Result<(), StrategyError> {
        let payload = messages::header(&setting_of(context));
        let prepared = self.converse(method::PREPARE, payload, context).await;
        match prepared {
            Err(error) if !error.is_unknown_method() => Err(StrategyError::Other(error.to_string())),
            _ => Ok(()),
        }
    }

    fn release(&self) {
        // The answer to a method that no one has to know does not matter.
        let _ = self
            .instance
            .ask::<Value>(&self.name, method::RELEASE, b"null".to_vec());
        self.talks.end();
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let id = &self.info.descriptor.id;
        let assessed: Result<Option<Candidate>, _> =
            self.instance
                .ask(&self.name, method::ASSESS, messages::header(diagnostic));
        let candidate = assessed.unwrap_or_else(|error| self.fail(error));
        // A plug-in can only propose itself.
        candidate.map(|candidate| Candidate {
            strategy: id.to_string(),
            ..candidate
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        if let Some(error) = self.failure() {
            return Err(StrategyError::Other(error.to_string()));
        }
        let request = messages::Propose {
            analysis: analysis.clone(),
            setting: setting_of(context),
        };
        let proposed = self
            .converse(method::PROPOSE, messages::header(&request), context)
            .await;
        let fixes = proposed.and_then(|bytes| self.instance.understand::<Vec<Fix>>(&bytes));
        let mut fixes = fixes.map_err(|error| StrategyError::Other(error.to_string()))?;
        for fix in &mut fixes {
            fix.strategy = self.info.descriptor.id.to_string();
            // Its own rules only.
            let is_own = |id: &RuleId| self.info.rules.iter().any(|rule| rule.id == **id);
            fix.rule = fix.rule.take().filter(is_own);
            fix.further_rules.retain(is_own);
        }
        Ok(fixes)
    }
}

/// The part of a context that is sent with each call.
fn setting_of(context: &FixContext<'_>) -> messages::Setting {
    let tiers = u32::try_from(context.models.tiers()).unwrap_or(u32::MAX);
    let models = (0..tiers).filter_map(|tier| context.models.tier(tier));
    messages::Setting {
        root: context.workspace.root().to_string_lossy().into_owned(),
        command: context.command.clone(),
        diagnostics: context.diagnostics.to_vec(),
        output: context.output.to_owned(),
        command_ms: context
            .command_time
            .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        allowed: context.allowed.clone(),
        models: models
            .map(|model| messages::ModelInfo {
                name: model.name().to_owned(),
                limits: model.limits(),
            })
            .collect(),
        samples: context.models.samples(),
        memory: context.memory.is_some(),
        reader: context.reader.is_some(),
        machine: context.machine.is_some(),
        briefer: context.briefer.is_some(),
        attempts: context.attempts.is_some(),
        tools: context.tools.map(|tools| tools.to_string_lossy().into_owned()),
    }
}
