//! The memory of flaky tests between calls.

use std::collections::BTreeMap;

use unbreak_core::capability::CapabilityError;
use unbreak_core::{Flake, ToolContext};

use super::outcome::Run;
use super::report::TestReport;

/// The flaky tests of this workspace that are known.
pub(super) struct Past {
    known: BTreeMap<String, Flake>,
    warning: Option<String>,
}

impl Past {
    pub(super) async fn of(context: &ToolContext<'_>) -> Self {
        let workspace = workspace(context);
        let asked = match context.memory {
            Some(memory) => memory.flakes(&workspace).await,
            None => Ok(Vec::new()),
        };
        let (known, warning) = match asked {
            Ok(known) => (known, None),
            Err(error) => (Vec::new(), warning(&error)),
        };
        let named = known.into_iter().map(|flake| (flake.test.clone(), flake));
        Self {
            known: named.collect(),
            warning,
        }
    }

    /// Adds to each test its history, and records the runs of those that are flaky, or were. Errors
    /// become warnings, so that the runs are not lost.
    pub(super) async fn note(
        self,
        tests: &mut [TestReport],
        runs: &[Run],
        context: &ToolContext<'_>,
    ) -> Option<String> {
        let mut flakes = Vec::new();
        for test in tests.iter_mut() {
            test.past = self.known.get(&test.test).cloned();
            if test.flaky {
                let causes = test.causes().iter().map(|cause| cause.words().to_owned());
                flakes.push(flake(&test.test, runs, causes.collect(), context));
            }
        }
        let is_noted = |test: &String| flakes.iter().any(|flake: &Flake| flake.test == *test);
        let quiet: Vec<_> = self.known.keys().filter(|test| !is_noted(test)).collect();
        let quiet: Vec<_> = quiet
            .into_iter()
            .map(|test| flake(test, runs, Vec::new(), context))
            .collect();
        flakes.extend(quiet.into_iter().filter(|flake| flake.runs > 0));
        let noted = match context.memory {
            Some(memory) if !flakes.is_empty() && self.warning.is_none() => memory.note_flakes(&flakes).await,
            _ => Ok(()),
        };
        self.warning.or_else(|| noted.err().as_ref().and_then(warning))
    }
}

fn workspace(context: &ToolContext<'_>) -> String {
    context.workspace.root().display().to_string()
}

/// The record of a test's runs.
fn flake(test: &str, runs: &[Run], causes: Vec<String>, context: &ToolContext<'_>) -> Flake {
    let outcomes: Vec<bool> = runs.iter().filter_map(|run| run.fails(test)).collect();
    let mut flake = Flake::new(workspace(context), test);
    flake.add(&outcomes);
    flake.causes = causes;
    flake
}

/// A memory that is switched off is not a reason for a warning.
fn warning(error: &CapabilityError) -> Option<String> {
    match error {
        CapabilityError::Denied(_) => None,
        error => Some(format!("flaky tests are not remembered: {error}")),
    }
}
