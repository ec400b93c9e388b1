//! What a run teaches: which strategy helped against which kind of failure.

use std::collections::BTreeMap;

use unbreak_core::{Event, EventKind, Fix, Memory, Report, Signature};

use crate::agent::Observer;

/// Follows a run on behalf of somebody else, and notes what is tried.
pub(crate) struct Learner<'a> {
    inner: &'a mut dyn Observer,
    /// What the analyses of this iteration are about.
    causes: BTreeMap<u32, Signature>,
    tried: Vec<Attempt>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Attempt {
    signature: Signature,
    strategy: String,
    title: String,
}

impl<'a> Learner<'a> {
    pub(crate) fn new(inner: &'a mut dyn Observer) -> Self {
        Self {
            inner,
            causes: BTreeMap::new(),
            tried: Vec::new(),
        }
    }

    /// Writes down what was tried: what is in the report helped, the rest did not.
    ///
    /// Gives a warning when that is not possible; a run does not fail for it.
    pub(crate) async fn remember(self, report: &Report, memory: &dyn Memory) -> Option<String> {
        for attempt in &self.tried {
            let helped = report.fixed.iter().any(|kept| {
                kept.strategy == attempt.strategy
                    && kept.title == attempt.title
                    && Signature::of(&kept.diagnostic) == attempt.signature
            });
            let recorded = memory.record(&attempt.signature, &attempt.strategy, &attempt.title, helped);
            if let Err(error) = recorded.await {
                return Some(format!("what was learnt is not remembered: {error}"));
            }
        }
        None
    }
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
