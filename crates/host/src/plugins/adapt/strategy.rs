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
use super::{World, converse};

/// A strategy in a library.
pub(in super::super) struct LoadedStrategy {
    /// Its name in calls.
    name: String,
    info: messages::StrategyInfo,
    instance: Arc<Instance>,
    assessing: Mutex<Assessing>,
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
            root: context.workspace.root().to_string_lossy().into_owned(),
            command: context.command.clone(),
            diagnostics: context.diagnostics.to_vec(),
            allowed: context.allowed.clone(),
            model: context.models.first().map(|model| model.name().to_owned()),
            memory: context.memory.is_some(),
            reader: context.reader.is_some(),
            tools: context.tools.map(|tools| tools.to_string_lossy().into_owned()),
        };
        let world = World {
            grants: &self.instance.grants,
            workspace: context.workspace,
            runner: context.runner,
            model: context.models.first(),
            memory: context.memory,
            reader: context.reader,
            progress: None,
        };
        let patience = self.instance.limits.propose;
        let payload = messages::header(&request);
        let proposed = converse(
            &self.instance,
            &self.name,
            method::PROPOSE,
            payload,
            patience,
            &world,
        )
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
