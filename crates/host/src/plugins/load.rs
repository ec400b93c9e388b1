//! Loads plug-ins from directories into the registry.

use std::path::PathBuf;

use unbreak_core::RegistryBuilder;

use super::assemble::{Plugins, load_one};
use super::call::CallLimits;
use super::discover::{Candidate, home, project_directory, within};
use super::error::{PluginError, PluginErrorKind};
use super::grant::Grants;
use super::manifest::Provided;
use super::trust::{Isolation, Lock, Standing, Trusted};

/// Where to look for plug-ins, and how to run them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadOptions {
    /// The user's plug-in directory, with the lock file.
    pub home: PathBuf,
    /// The root of a project whose own plug-ins are found, too.
    pub project: Option<PathBuf>,
    /// The program that is started as `PROGRAM plugin-host LIBRARY`, and then calls
    /// [`serve`](super::serve()). Without it no library can run in a child process.
    pub host_program: Option<PathBuf>,
    /// The limits of a call.
    pub limits: CallLimits,
}

impl Default for LoadOptions {
    /// The user's own plug-ins.
    fn default() -> Self {
        Self {
            home: home(),
            project: None,
            host_program: None,
            limits: CallLimits::default(),
        }
    }
}

/// Decides whether a plug-in that is used for the first time may be loaded.
pub trait Gate {
    /// Called for each plug-in in the user's own directory that is not trusted in its present form.
    fn decide(&mut self, candidate: &Candidate, changed: bool) -> Verdict;
}

/// The decision of the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Not now.
    Refuse,
    /// Trust it from now on, in its present form.
    Trust(Isolation, Grants),
}

/// Admits only plug-ins that are trusted already.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Gate for Nobody {
    fn decide(&mut self, _: &Candidate, _: bool) -> Verdict {
        Verdict::Refuse
    }
}

/// All plug-ins, the user's own first.
pub fn discover(options: &LoadOptions) -> Vec<Result<Candidate, PluginError>> {
    let mut found = within(&options.home, true);
    if let Some(root) = &options.project {
        found.extend(within(&project_directory(root), false));
    }
    found
}

/// Adds every plug-in that may be loaded; for the others, returns the reason why not.
pub fn load(
    options: &LoadOptions,
    gate: &mut dyn Gate,
    registry: RegistryBuilder,
) -> (RegistryBuilder, Vec<PluginError>) {
    let mut loader = Loader {
        options,
        registry,
        problems: Vec::new(),
    };
    let candidates = discover(options);
    if !candidates.is_empty() {
        loader.all(candidates, gate);
    }
    (loader.registry, loader.problems)
}

struct Loader<'a> {
    options: &'a LoadOptions,
    registry: RegistryBuilder,
    problems: Vec<PluginError>,
}

impl Loader<'_> {
    fn all(&mut self, candidates: Vec<Result<Candidate, PluginError>>, gate: &mut dyn Gate) {
        let mut lock = Lock::read(&self.options.home);
        for candidate in candidates {
            let candidate = match candidate {
                Ok(candidate) => candidate,
                Err(error) => {
                    self.leave_out([error.plugin().to_owned()]);
                    self.problems.push(error);
                    continue;
                }
            };
            let loaded = match &mut lock {
                Ok(lock) => admit(&candidate, lock, gate)
                    .and_then(|trusted| load_one(&candidate, &trusted, self.options)),
                // No plug-in is known to be trusted then.
                Err(error) => Err(error.clone()),
            };
            match loaded {
                Ok(plugins) => self.add(plugins),
                Err(error) => {
                    self.leave_out(candidate.names());
                    self.problems.push(error);
                }
            }
        }
        self.problems.dedup();
    }

    /// Marks names as absent, so that settings that name them are not errors.
    fn leave_out(&mut self, names: impl IntoIterator<Item = String>) {
        let registry = std::mem::take(&mut self.registry);
        self.registry = names.into_iter().fold(registry, RegistryBuilder::absent);
    }

    /// Adds all of a plug-in, or nothing.
    fn add(&mut self, plugins: Plugins) {
        let ids: Vec<Provided> = plugins.provided().collect();
        if let Some(taken) = ids.iter().find(|it| self.registry.has(it.kind, &it.id)) {
            let kind = PluginErrorKind::Taken(format!("{} called '{}'", taken.kind, taken.id));
            self.problems.push(PluginError::new(&plugins.plugin, kind));
            return;
        }
        let registry = std::mem::take(&mut self.registry);
        self.registry = plugins.register(registry);
    }
}

/// The trust with which a plug-in is loaded.
fn admit(candidate: &Candidate, lock: &mut Lock, gate: &mut dyn Gate) -> Result<Trusted, PluginError> {
    let refuse = |kind| Err(PluginError::new(&candidate.manifest.id, kind));
    let changed = match lock.standing(candidate) {
        Standing::Trusted(trusted) => return Ok(trusted.clone()),
        // A plug-in that the user put there, and that is only data, needs no further question.
        Standing::Unknown if candidate.own && candidate.is_declarative() => {
            return Ok(as_trusted(candidate, Isolation::Child, Grants::default()));
        }
        standing => standing == Standing::Changed,
    };
    let verdict = if candidate.own {
        gate.decide(candidate, changed)
    } else {
        Verdict::Refuse
    };
    match verdict {
        Verdict::Trust(isolation, granted) => {
            lock.trust(candidate, isolation, granted.clone());
            lock.write()?;
            Ok(as_trusted(candidate, isolation, granted))
        }
        Verdict::Refuse if changed => refuse(PluginErrorKind::Changed),
        Verdict::Refuse => refuse(PluginErrorKind::Untrusted),
    }
}

fn as_trusted(candidate: &Candidate, isolation: Isolation, granted: Grants) -> Trusted {
    Trusted {
        id: candidate.manifest.id.clone(),
        path: candidate.path.clone(),
        sha256: candidate.sha256.clone(),
        isolation,
        granted,
    }
}
