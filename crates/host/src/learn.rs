//! The lessons of a run: which strategy helped with which kind of failure, and templates of its fixes.

mod failing;
mod person;
mod reduce;

use std::collections::BTreeMap;

use unbreak_core::capability::CapabilityError;
use unbreak_core::{
    DeterminedBy, Event, EventKind, Evidence, Fix, KeptFix, Memory, RefusedFix, Report, RuleId, Signature,
    Template, TestedBy,
};

use crate::agent::Observer;
use crate::commit::Change;
use crate::engine::recall;

pub use self::person::Learnt;

/// Observes a run, passes everything on to another observer, and records what is tried.
pub(crate) struct Learner<'a> {
    inner: &'a mut dyn Observer,
    /// The signatures of the analyses of this iteration.
    causes: BTreeMap<u32, Signature>,
    tried: Vec<Attempt>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Attempt {
    signature: Signature,
    strategy: String,
    title: String,
    rules: Vec<RuleId>,
}

impl<'a> Learner<'a> {
    pub(crate) fn new(inner: &'a mut dyn Observer) -> Self {
        Self {
            inner,
            causes: BTreeMap::new(),
            tried: Vec::new(),
        }
    }

    /// Records what was tried, what helped, and templates of the fixes that helped. `changes` are the changes
    /// of each of the report's fixes to files.
    ///
    /// Returns a warning if that is not possible; a run does not fail because of it.
    pub(crate) async fn remember(
        self,
        report: &Report,
        changes: &[Vec<Change>],
        memory: &dyn Memory,
    ) -> Option<String> {
        let recorded = async {
            for attempt in &self.tried {
                attempt.record(report, memory).await?;
            }
            for (kept, changes) in report.fixed.iter().zip(changes) {
                if let Some(template) = template(kept, changes) {
                    memory.keep_template(&template, &kept.strategy).await?;
                }
            }
            Ok::<(), CapabilityError>(())
        };
        let failed = recorded.await.err();
        failed.map(|error| format!("what was learnt is not remembered: {error}"))
    }
}

impl Attempt {
    /// The fixes in the report helped, the others did not.
    async fn record(&self, report: &Report, memory: &dyn Memory) -> Result<(), CapabilityError> {
        let helped = report.fixed.iter().any(|kept| {
            kept.strategy == self.strategy
                && kept.title == self.title
                && Signature::of(&kept.diagnostic) == self.signature
        });
        memory
            .record(&self.signature, &self.strategy, &self.title, helped)
            .await?;
        for rule in &self.rules {
            memory.count_rule(rule, helped).await?;
        }
        match recall::pattern_of(&self.strategy, &self.title) {
            Some(pattern) if helped || !self.is_open(report) => memory.judge_template(pattern, helped).await,
            _ => Ok(()),
        }
    }

    /// Returns whether it was rolled back for lack of evidence or of an answer, which says nothing about whether it
    /// helps.
    fn is_open(&self, report: &Report) -> bool {
        let is_this = |refused: &RefusedFix| refused.strategy == self.strategy && refused.title == self.title;
        report.refused.iter().any(is_this)
    }
}

/// The template of a kept fix. A learned fix has one already, and a placeholder is not a fix. What the history of one
/// project shows holds for that project. A change that was found by similarity or search in one text says nothing about
/// another text, unless it was seen to run.
fn template(kept: &KeptFix, changes: &[Change]) -> Option<Template> {
    let Evidence {
        determined_by,
        tested_by,
        ..
    } = kept.evidence;
    let enough = match determined_by {
        DeterminedBy::Unstated => TestedBy::Test,
        _ => TestedBy::Executed,
    };
    let has_run = tested_by >= Some(enough);
    let is_for_others = !matches!(determined_by, DeterminedBy::Learned | DeterminedBy::History)
        && !determined_by.is_unwritten();
    if !is_for_others || !(has_run || determined_by.is_determined()) {
        return None;
    }
    let [change] = changes else {
        return None;
    };
    let (before, after) = (change.before.as_deref()?, change.after.as_deref()?);
    Template::of_texts(&kept.diagnostic, change.file.as_str(), before, after)
}

impl Observer for Learner<'_> {
    fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Analyze { analyses, .. } => {
                let cause =
                    |analysis: &unbreak_core::Analysis| (analysis.id, Signature::of(&analysis.diagnostic));
                self.causes = analyses.iter().map(cause).collect();
            }
            EventKind::Fix { analysis, fix, .. } => {
                let attempt = self.causes.get(analysis).map(|signature| Attempt {
                    signature: signature.clone(),
                    strategy: fix.strategy.clone(),
                    title: fix.title.clone(),
                    rules: fix.rules().cloned().collect(),
                });
                // A batch that is split tries the same fix again.
                self.tried
                    .extend(attempt.filter(|attempt| !self.tried.contains(attempt)));
            }
            _ => {}
        }
        self.inner.event(event);
    }

    fn approve(&mut self, fix: &Fix) -> bool {
        self.inner.approve(fix)
    }
}
