//! An agent's repair of its own source: with the same journal and guard as any other run, verified by the
//! agent's own tests, and recorded in the audit log.

use std::fs::File;
use std::path::PathBuf;

use serde::Serialize;
use unbreak_core::{Command, Outcome, Report, Workspace as _};

use super::audit::AuditEvent;
use super::development::Development;
use super::documents::{Documents, Reload};
use super::error::HealError;
use super::{Heal, sealed};
use crate::agent::{Agent, Observer, RunOptions};
use crate::runner::CancelToken;

/// The file whose lock shows that a self-fix is under way.
const LOCK: &str = "self-fix.lock";

/// The result of a self-fix.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SelfRepair {
    /// The report of the run.
    pub report: Report,
    /// The changed files.
    pub files: Vec<PathBuf>,
    /// How the change takes effect. [`Reload::Nothing`] also when the tests still fail.
    pub effect: Reload,
}

impl Heal {
    /// Repairs the agent's own source until its own tests pass.
    ///
    /// Everything in the source afterwards was verified by `tests`. The change takes effect only if they
    /// pass: then the caller reloads its documents or ends with the status [`RESTART`](super::RESTART).
    ///
    /// # Errors
    /// If development mode is off, `agent` works outside the source, another self-fix is under way, or the
    /// repair cannot be made. Refusals are in the audit log as well.
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments of a run, and its permission"
    )]
    pub async fn repair(
        &self,
        development: &Development,
        agent: &Agent,
        tests: &Command,
        options: &RunOptions,
        documents: &Documents,
        observer: &mut dyn Observer,
        cancel: &CancelToken,
    ) -> Result<SelfRepair, HealError> {
        development.require()?;
        let root = agent.tree().root();
        if !root.starts_with(development.source()) {
            return Err(HealError::Elsewhere {
                directory: root.to_owned(),
                source_root: development.source().to_owned(),
            });
        }
        let _fix = self.begin_self_fix()?;
        self.audit(AuditEvent::FixBegun {
            command: tests.to_string(),
        })?;
        let report = match agent.run(tests, options, observer, cancel).await {
            Ok(report) => report,
            Err(error) => {
                self.audit(AuditEvent::FixEnded {
                    run: None,
                    outcome: format!("no run: {error}"),
                    files: Vec::new(),
                    diff_sha256: sealed::hash(b""),
                    effect: None,
                })?;
                return Err(HealError::Repair(Box::new(error)));
            }
        };
        let files = files_changed_by(agent, &report.run_id)?;
        let paths: Vec<PathBuf> = files.iter().map(|file| root.join(file)).collect();
        let effect = match report.outcome {
            Outcome::Fixed => documents.effect_of(&paths),
            _ => Reload::Nothing,
        };
        self.audit(AuditEvent::FixEnded {
            run: Some(report.run_id.clone()),
            outcome: format!("{:?}", report.outcome),
            files,
            diff_sha256: sealed::hash(report.diff.as_bytes()),
            effect: Some(AuditEvent::effect_name(effect)),
        })?;
        Ok(SelfRepair {
            report,
            files: paths,
            effect,
        })
    }

    fn begin_self_fix(&self) -> Result<File, HealError> {
        self.try_lock(LOCK)?.ok_or(HealError::SelfFixUnderWay)
    }

    /// Makes sure that no self-fix is under way.
    pub(super) fn refuse_during_self_fix(&self) -> Result<(), HealError> {
        match self.is_locked(LOCK)? {
            true => Err(HealError::SelfFixUnderWay),
            false => Ok(()),
        }
    }
}

/// The files that a run changed without undoing it.
fn files_changed_by(agent: &Agent, run: &str) -> Result<Vec<String>, HealError> {
    let history = agent.tree().history()?;
    let files = history
        .into_iter()
        .filter(|past| past.id == run)
        .flat_map(|past| past.files);
    Ok(files.map(|file| file.to_string()).collect())
}
