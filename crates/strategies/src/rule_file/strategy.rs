//! Rule files as a strategy like all others.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use unbreak_core::rule::{RuleDescription, Switches};
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Fix, FixContext, FixStrategy, Options, OptionsError,
    SafetyClass, Stability, StrategyError,
};

use super::answer::Question;
use super::apply::{Application, claimed};
use super::error::RuleFileError;
use super::example::{describe, for_strategy};
use super::installed::is_too_old;
use super::rule::{MigrationRule, Rules};
use crate::python::inquiry::Inquiry;

/// The candidate of the first rule that answers a diagnostic.
pub(super) fn assess<'a>(
    strategy: &str,
    rules: impl Iterator<Item = (&'a Rules, &'a MigrationRule)>,
    diagnostic: &Diagnostic,
) -> Option<Candidate> {
    let question = Question::of(diagnostic);
    let mut answering = rules.filter(|(_, rule)| rule.captures(&question).is_some());
    let (_, rule) = answering.next()?;
    Some(Candidate::new(
        strategy,
        &rule.id,
        &rule.summary,
        claimed(rule.safety).get(),
    ))
}

/// Proposes the fixes of the rules for an analysis, safe ones first.
pub(super) async fn propose<'a>(
    strategy: &str,
    rules: impl Iterator<Item = (&'a Rules, &'a MigrationRule)>,
    analysis: &Analysis,
    context: &FixContext<'_>,
) -> Result<Vec<Fix>, StrategyError> {
    let questions: Vec<Question<'_>> = analysis.diagnostics().map(Question::of).collect();
    let answers = |(_, rule): &(&Rules, &MigrationRule)| {
        questions.iter().any(|question| rule.captures(question).is_some())
    };
    let answering: Vec<(&Rules, &MigrationRule)> = rules.filter(answers).collect();
    let inquiry = match answering.iter().any(|(file, _)| file.is_for("python")) {
        true => Inquiry::new(context).await,
        false => Inquiry::of_project(context),
    };
    let mut fixes: Vec<Fix> = Vec::new();
    let mut parts: Vec<(&Rules, &MigrationRule)> = Vec::new();
    for (file, rule) in answering {
        let is_due = |question: &Question<'_>| {
            rule.captures(question).is_some()
                && !is_too_old(file, rule, question.diagnostic, context, &inquiry)
        };
        if !questions.iter().any(is_due) {
            continue;
        }
        let mut application = Application::new(rule, file, context, &inquiry);
        let fix = application.fix(strategy, analysis.diagnostics()).await?;
        if fix
            .as_ref()
            .is_some_and(|fix| fix.safety == SafetyClass::Safe && fix.files.is_empty())
        {
            parts.push((file, rule));
        }
        let Some(fix) = fix else { continue };
        let is_same = |known: &Fix| {
            known.edits == fix.edits && known.files == fix.files && known.commands == fix.commands
        };
        match fixes.iter().position(is_same) {
            Some(known) if fix.safety < fixes[known].safety => fixes[known] = fix,
            Some(_) => {}
            None => fixes.push(fix),
        }
    }
    if questions.iter().any(Question::is_of_a_module) {
        let whole = all_of(strategy, &parts, analysis, context, &inquiry).await?;
        fixes.splice(
            0..0,
            whole.filter(|whole| fixes.iter().all(|fix| fix.edits != whole.edits)),
        );
    }
    fixes.sort_by(|a, b| a.safety.cmp(&b.safety).then(b.confidence.cmp(&a.confidence)));
    Ok(fixes)
}

/// The fix of several rules for a module that went: the file loads again only when all that it imported from the
/// module is changed.
async fn all_of(
    strategy: &str,
    rules: &[(&Rules, &MigrationRule)],
    analysis: &Analysis,
    context: &FixContext<'_>,
    inquiry: &Inquiry<'_>,
) -> Result<Option<Fix>, StrategyError> {
    let mut whole: Option<Fix> = None;
    let mut texts = BTreeMap::new();
    for (file, rule) in rules {
        let mut application = Application::new(rule, file, context, inquiry).after(texts);
        let fix = application.fix(strategy, analysis.diagnostics()).await?;
        texts = application.into_texts();
        match (&mut whole, fix) {
            (Some(whole), Some(fix)) => {
                whole.title = format!("{}; {}", whole.title, fix.title);
                whole.add_rules_of(&fix);
                whole.edits = fix.edits;
            }
            (None, fix) => whole = fix,
            (Some(_), None) => {}
        }
    }
    Ok(whole)
}

/// A user's rule file, as a strategy with the id of the file.
#[derive(Debug, Clone)]
pub struct RuleFile {
    rules: Arc<Rules>,
    descriptor: Descriptor,
    switches: Switches,
}

impl RuleFile {
    /// Reads one; `name` is the file that errors name.
    ///
    /// # Errors
    /// When it is not as it must be.
    pub fn parse(name: &str, text: &str) -> Result<Self, RuleFileError> {
        let rules = Rules::parse(name, text)?;
        let examples = rules
            .rules
            .iter()
            .flat_map(|rule| rule.examples.iter().map(|example| for_strategy(rule, example)));
        let docs: String = rules
            .rules
            .iter()
            .map(|rule| format!("- `{}`: {}\n", rule.id, rule.summary))
            .collect();
        let descriptor = Descriptor {
            id: rules.id.clone().into(),
            version: rules.version.clone().unwrap_or_else(|| "0.0.0".to_owned()).into(),
            summary: rules.summary.clone().into(),
            docs: format!("## Rules\n\n{docs}").into(),
            languages: rules
                .languages
                .iter()
                .cloned()
                .map(Cow::Owned)
                .collect::<Vec<_>>()
                .into(),
            examples: examples.collect::<Vec<_>>().into(),
            stability: Stability::Stable,
        };
        Ok(Self {
            rules: Arc::new(rules),
            descriptor,
            switches: Switches::default(),
        })
    }

    /// The ids of its rules.
    pub fn rule_ids(&self) -> BTreeSet<&str> {
        self.rules.rules.iter().map(|rule| rule.id.as_str()).collect()
    }

    fn enabled(&self) -> impl Iterator<Item = (&Rules, &MigrationRule)> {
        let rules = self
            .rules
            .rules
            .iter()
            .filter(|rule| self.switches.allow(&rule.id));
        rules.map(|rule| (&*self.rules, rule))
    }
}

#[async_trait]
impl FixStrategy for RuleFile {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn options_schema(&self) -> Option<Value> {
        Some(Switches::schema())
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        let switches = Switches::of(options)?;
        switches.check(&self.rules.rules.iter().map(|rule| rule.id.as_str()))?;
        Ok(Arc::new(Self {
            switches,
            ..self.clone()
        }))
    }

    fn rules(&self) -> Vec<RuleDescription> {
        let rules = self.rules.rules.iter();
        rules
            .map(|rule| describe(&self.rules, rule, self.switches.allow(&rule.id)))
            .collect()
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        assess(&self.descriptor.id, self.enabled(), diagnostic)
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        propose(&self.descriptor.id, self.enabled(), analysis, context).await
    }
}
