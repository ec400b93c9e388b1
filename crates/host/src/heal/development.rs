//! Development mode: whether an agent may edit its own source.
//!
//! Hard condition: the source is a writable git work tree whose `origin` is the repository that the agent is
//! bound to. Soft switches: for this session, or permanently. It is off by default, and every change is in
//! the audit log.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use unbreak_core::redact;

use super::audit::AuditEvent;
use super::error::HealError;
use super::repository::{self, WorkTree};
use super::session::Session;
use super::{HEAL_DIR_VARIABLE, Heal, sealed};
use crate::workspace::now_ms;

const BINDING: &str = "dev-repository.json";
const SESSION: &str = "dev-session.json";
const PERMANENT: &str = "dev-permanent.json";

/// How long development mode stays on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// Until the supervisor that attends the agent now ends.
    Session,
    /// Until it is switched off.
    Permanent,
}

/// The repository that an agent is bound to.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Binding {
    repository: String,
}

/// A switch that was set.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Switch {
    set_ms: u64,
    /// The session for which it is set; empty for all.
    session: String,
}

/// The development mode of an agent whose source lies in a directory.
#[derive(Debug, Clone)]
pub struct Development {
    heal: Heal,
    source: PathBuf,
}

/// Whether development mode is on, and the reasons if not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DevelopmentStatus {
    /// Whether it is on.
    pub on: bool,
    /// All reasons that keep it off.
    pub reasons: Vec<String>,
    /// How long it stays on, if it was switched on.
    pub extent: Option<Extent>,
    /// The directory of the source.
    pub source: PathBuf,
    /// The root of its work tree.
    pub work_tree: Option<PathBuf>,
    /// The repository that the agent is bound to.
    pub repository: Option<String>,
    /// The repository that its source was cloned from.
    pub origin: Option<String>,
}

impl Development {
    /// Opens the development mode of the agent whose source lies in a directory.
    ///
    /// # Errors
    /// When the directory does not exist.
    pub fn of(heal: &Heal, source: &Path) -> Result<Self, HealError> {
        let source = source.canonicalize().map_err(HealError::io(source))?;
        Ok(Self {
            heal: heal.clone(),
            source,
        })
    }

    /// The directory of the source.
    pub(super) fn source(&self) -> &Path {
        &self.source
    }

    /// Returns whether it is on, and if not, everything that keeps it off.
    ///
    /// # Errors
    /// If a file of its state is damaged. Nothing is allowed then.
    pub fn status(&self) -> Result<DevelopmentStatus, HealError> {
        let binding: Option<Binding> = sealed::read(&self.heal.file(BINDING))?;
        let work_tree = WorkTree::around(&self.source);
        let origin = work_tree.as_ref().and_then(|tree| tree.origin.clone());
        let mut reasons = self.broken_conditions(binding.as_ref(), work_tree.as_ref());
        let (extent, off) = self.switch()?;
        reasons.extend(off);
        Ok(DevelopmentStatus {
            on: reasons.is_empty(),
            reasons,
            extent,
            source: self.source.clone(),
            work_tree: work_tree.map(|tree| tree.root),
            repository: binding.map(|binding| binding.repository),
            origin: origin.map(|origin| redact::redact(&origin).into_owned()),
        })
    }

    /// The parts of the hard condition that do not hold.
    fn broken_conditions(&self, binding: Option<&Binding>, tree: Option<&WorkTree>) -> Vec<String> {
        let mut reasons = Vec::new();
        let source = self.source.display();
        match tree {
            None => reasons.push(format!("{source} is not in a git work tree")),
            Some(tree) if !tree.is_writable => reasons.push(format!("{source} cannot be written")),
            Some(_) => {}
        }
        let origin = tree.and_then(|tree| tree.origin.as_deref());
        match (binding, origin) {
            (None, _) => reasons.push("the agent is bound to no repository".to_owned()),
            (Some(_), None) => reasons.push(format!("{source} has no remote 'origin'")),
            (Some(Binding { repository }), Some(origin)) => {
                let root = tree.map_or(self.source.as_path(), |tree| &tree.root);
                if !repository::same(repository, origin, root) {
                    reasons.push(format!(
                        "the agent is bound to {repository}, and the origin of {source} is {}",
                        redact::redact(origin)
                    ));
                }
            }
        }
        reasons
    }

    /// How long it is switched on for, or the reason why it counts as switched off.
    fn switch(&self) -> Result<(Option<Extent>, Option<String>), HealError> {
        // Both are read, so that damage to either is an error.
        let permanent: Option<Switch> = sealed::read(&self.heal.file(PERMANENT))?;
        let session: Option<Switch> = sealed::read(&self.heal.file(SESSION))?;
        if permanent.is_some() {
            return Ok((Some(Extent::Permanent), None));
        }
        let Some(switch) = session else {
            return Ok((None, Some("it was not switched on".to_owned())));
        };
        let current = Session::current(&self.heal)?;
        match current.is_some_and(|holder| holder.id == switch.session) {
            true => Ok((Some(Extent::Session), None)),
            false => Ok((
                None,
                Some("the session for which it was switched on has ended".to_owned()),
            )),
        }
    }

    /// Binds the agent to a repository.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn bind(&self, repository: &str) -> Result<(), HealError> {
        refuse_agents()?;
        let repository = redact::redact(repository.trim()).into_owned();
        self.heal.audit(AuditEvent::Bound {
            repository: repository.clone(),
        })?;
        sealed::write(&self.heal.file(BINDING), &Binding { repository })
    }

    /// Switches it on. Whether it is on then depends on the hard condition as well.
    ///
    /// # Errors
    /// If the agent itself asks, there is no session to switch it on for, or the switch cannot be written.
    pub fn enable(&self, extent: Extent) -> Result<(), HealError> {
        refuse_agents()?;
        let (file, session) = match extent {
            Extent::Permanent => (PERMANENT, String::new()),
            Extent::Session => {
                let holder = Session::current(&self.heal)?.ok_or(HealError::NoSession)?;
                (SESSION, holder.id)
            }
        };
        self.heal.audit(AuditEvent::Enabled { extent })?;
        let set_ms = now_ms();
        sealed::write(&self.heal.file(file), &Switch { set_ms, session })
    }

    /// Switches it off, for this session and permanently. The binding stays.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn disable(&self) -> Result<(), HealError> {
        self.heal.audit(AuditEvent::Disabled)?;
        for name in [SESSION, PERMANENT] {
            let file = self.heal.file(name);
            // A damaged file is evidence, and keeps development mode off.
            if sealed::read::<Switch>(&file)?.is_some() {
                std::fs::remove_file(&file).map_err(HealError::io(&file))?;
            }
        }
        Ok(())
    }

    /// Lets a self-fix begin.
    ///
    /// # Errors
    /// If development mode is off, which is written to the audit log, or a file of its state is damaged.
    pub(super) fn require(&self) -> Result<DevelopmentStatus, HealError> {
        let status = self.status()?;
        if status.on {
            return Ok(status);
        }
        let reasons = status.reasons;
        self.heal.audit(AuditEvent::Refused {
            reasons: reasons.clone(),
        })?;
        Err(HealError::DevelopmentOff(reasons))
    }
}

/// A program below a supervisor is the agent, or was started by it.
fn refuse_agents() -> Result<(), HealError> {
    match std::env::var_os(HEAL_DIR_VARIABLE) {
        Some(_) => Err(HealError::OwnSwitch),
        None => Ok(()),
    }
}
