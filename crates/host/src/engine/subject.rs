//! With a task, each failing test is a subject of its own, and runs alone before the whole command.
//!
//! A test that still fails alone saves the run of the whole command. It decides nothing else: the whole
//! command decides what is kept. A test is run alone only if before any fix it failed alone as it fails in
//! the whole; a test that needs others before it, or a selection that the runner does not take, would be
//! misleading.

use std::collections::BTreeMap;
use std::sync::Arc;

use unbreak_core::policy::verdict::Observation;
use unbreak_core::{Command, DeterminedBy, Diagnostic, Fingerprint, TestSelection};

use super::Rounds;
use super::analyze::Cause;
use super::settle::{Bench, NO_EFFECT, Trial};
use crate::error::AgentError;

/// The causes for which fixes are chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Subject {
    /// All of them.
    #[default]
    All,
    /// The causes that no test reports.
    Untested,
    /// The causes that this test reports.
    Test(String),
}

impl Subject {
    fn of(cause: &Cause) -> Self {
        match &cause.analysis.diagnostic.test {
            Some(test) => Self::Test(test.clone()),
            None => Self::Untested,
        }
    }

    /// Returns whether a cause belongs to the subject.
    pub(super) fn holds(&self, cause: &Cause) -> bool {
        *self == Self::All || *self == Self::of(cause)
    }
}

/// The tests that were run alone; those that cannot be are included without a value.
pub(super) type LoneTests = BTreeMap<String, Option<Arc<LoneTest>>>;

/// A test that fails alone as it does in the whole command.
pub(super) struct LoneTest {
    name: String,
    command: Command,
}

impl LoneTest {
    /// The command for a single test, if the runner's selection is known.
    fn of(name: &str, whole: &Command) -> Option<Self> {
        let mut command = whole.clone();
        TestSelection::of(whole)?.restrict(&mut command, [name]);
        (command != *whole).then(|| Self {
            name: name.to_owned(),
            command,
        })
    }

    /// The errors that it reports.
    fn failures<'o>(&'o self, observed: &'o Observation) -> impl Iterator<Item = &'o Diagnostic> {
        let errors = observed.errors.iter();
        errors.filter(|error| error.test.as_deref() == Some(&self.name))
    }

    /// Returns whether it reports one of the errors that a cause consists of.
    fn shows(&self, error: &Diagnostic, cause: &Cause) -> bool {
        let print = Fingerprint::of(error);
        cause
            .analysis
            .diagnostics()
            .any(|known| Fingerprint::of(known) == print)
    }
}

impl Rounds<'_, '_, '_> {
    /// The subjects of the causes, in order: with a task each test, otherwise all at once.
    pub(super) fn subjects(&self, causes: &[Cause]) -> Vec<Subject> {
        if self.setting.options.task.is_none() {
            return vec![Subject::All];
        }
        let mut subjects: Vec<Subject> = Vec::new();
        for subject in causes.iter().map(Subject::of) {
            if !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        // Causes that no test reports may keep tests from running.
        subjects.sort_by_key(|subject| *subject != Subject::Untested);
        subjects
    }

    /// Makes the test that reports a cause the subject.
    pub(super) fn attend(&mut self, cause: &Cause) {
        if self.setting.options.task.is_some() {
            self.subject = Subject::of(cause);
        }
    }

    /// The test that runs alone before the whole command verifies fixes for the subject.
    pub(super) async fn lone_test(&mut self, causes: &[Cause]) -> Result<Option<Arc<LoneTest>>, AgentError> {
        let Subject::Test(name) = self.subject.clone() else {
            return Ok(None);
        };
        if let Some(known) = self.lone_tests.get(&name) {
            return Ok(known.clone());
        }
        let lone = LoneTest::of(&name, self.oracle.command).filter(|_| self.oracle.may_be_asked_twice());
        let lone = match lone {
            Some(lone) => self.tested(lone, causes).await?,
            None => None,
        };
        self.lone_tests.insert(name, lone.clone());
        Ok(lone)
    }

    /// A test that fails alone as it does in the whole, before any fix.
    async fn tested(
        &mut self,
        lone: LoneTest,
        causes: &[Cause],
    ) -> Result<Option<Arc<LoneTest>>, AgentError> {
        let observed = self.oracle.ask_as(&lone.command, &mut self.narrator).await?;
        let mut own = causes.iter().filter(|cause| self.subject.holds(cause));
        let is_alike = !observed.passes()
            && own.any(|cause| lone.failures(&observed).any(|error| lone.shows(error, cause)));
        Ok(is_alike.then(|| Arc::new(lone)))
    }
}

impl Bench<'_, '_, '_> {
    /// The reason why the whole command need not run: the test still fails alone. After an edit of a model
    /// this is any failure, after others one that was there before, because they may make progress.
    pub(super) async fn fails_alone(&mut self, group: &[Trial]) -> Result<Option<String>, AgentError> {
        let Some(lone) = self.lone.clone().filter(|_| self.oracle.may_be_asked_twice()) else {
            return Ok(None);
        };
        let observed = self.oracle.ask_as(&lone.command, self.narrator).await?;
        let is_of_models = group
            .iter()
            .all(|trial| trial.fix.evidence.determined_by == DeterminedBy::Model);
        let causes: Vec<&Cause> = group
            .iter()
            .flat_map(|trial| &trial.causes)
            .map(|&cause| &self.causes[cause])
            .collect();
        let is_there =
            |error: &&Diagnostic| is_of_models || causes.iter().any(|cause| lone.shows(error, cause));
        let still = lone
            .failures(&observed)
            .find(is_there)
            .filter(|_| !observed.passes());
        Ok(still.map(|error| format!("{NO_EFFECT}: alone, {} fails: {}", lone.name, error.message)))
    }
}
