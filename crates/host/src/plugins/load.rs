//! From a directory to the registry.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use unbreak_core::registry::Kind;
use unbreak_core::{ErrorParser, Origin, RegistryBuilder};
use unbreak_parsers::declarative::Declarative;
use unbreak_plugin_abi::PROTOCOL;
use unbreak_plugin_abi::messages::Description;

use super::adapt::{LoadedParser, LoadedStrategy, LoadedTool};
use super::call::{CallLimits, Transport};
use super::child::Child;
use super::discover::{Candidate, home, project_directory, within};
use super::error::{PluginError, PluginErrorKind};
use super::grant::Grants;
use super::instance::Instance;
use super::library::InProcess;
use super::manifest::{Provided, is_id};
use super::trust::{Isolation, Lock, Standing, Trusted};

/// Where plug-ins are looked for, and how they are run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadOptions {
    /// The user's plug-in directory, with the lock file.
    pub home: PathBuf,
    /// The root of a project whose own plug-ins are looked at too.
    pub project: Option<PathBuf>,
    /// The program that is started as `PROGRAM plugin-host LIBRARY`: one that calls
    /// [`serve`](super::serve()) then. Without it no library can be run in a child process.
    pub host_program: Option<PathBuf>,
    /// What a call may take.
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

/// Says whether a plug-in that is used for the first time may be loaded.
pub trait Gate {
    /// Asked for each that lies in the user's own directory and is not trusted as it is.
    fn decide(&mut self, candidate: &Candidate, changed: bool) -> Verdict;
}

/// What the gate says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Not now.
    Refuse,
    /// From now on, as it is.
    Trust(Isolation, Grants),
}

/// Lets nothing in that is not trusted already.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Gate for Nobody {
    fn decide(&mut self, _: &Candidate, _: bool) -> Verdict {
        Verdict::Refuse
    }
}

/// Every plug-in there is, the user's own first.
pub fn discover(options: &LoadOptions) -> Vec<Result<Candidate, PluginError>> {
    let mut found = within(&options.home, true);
    if let Some(root) = &options.project {
        found.extend(within(&project_directory(root), false));
    }
    found
}

/// Adds every plug-in that may be loaded; of the others it says why not.
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
        let mut lock = match Lock::read(&self.options.home) {
            Ok(lock) => lock,
            // Nothing is known to be trusted then.
            Err(error) => {
                self.problems.push(error);
                return;
            }
        };
        for candidate in candidates {
            let loaded = candidate.and_then(|candidate| {
                let trusted = admit(&candidate, &mut lock, gate)?;
                load_one(&candidate, &trusted, self.options)
            });
            match loaded {
                Ok(plugins) => self.add(plugins),
                Err(error) => self.problems.push(error),
            }
        }
    }

    /// All of a plug-in, or nothing of it.
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

/// The trust that a plug-in is loaded under.
fn admit(candidate: &Candidate, lock: &mut Lock, gate: &mut dyn Gate) -> Result<Trusted, PluginError> {
    let refuse = |kind| Err(PluginError::new(&candidate.manifest.id, kind));
    let changed = match lock.standing(candidate) {
        Standing::Trusted(trusted) => return Ok(trusted.clone()),
        // What the user has put there himself, and what is only read, needs no more asking.
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

/// What came of one plug-in.
pub(super) struct Plugins {
    pub(super) plugin: String,
    pub(super) origin: Origin,
    pub(super) parsers: Vec<Arc<dyn ErrorParser>>,
    pub(super) strategies: Vec<Arc<LoadedStrategy>>,
    pub(super) tools: Vec<Arc<LoadedTool>>,
    /// The library behind them, if there is one.
    pub(super) instance: Option<Arc<Instance>>,
}

impl Plugins {
    fn provided(&self) -> impl Iterator<Item = Provided> {
        use unbreak_core::{DebugTool as _, FixStrategy as _};
        let provided = |kind, id: &str| Provided {
            kind,
            id: id.to_owned(),
        };
        let parsers = self
            .parsers
            .iter()
            .map(move |it| provided(Kind::Parser, &it.descriptor().id));
        let strategies = self
            .strategies
            .iter()
            .map(move |it| provided(Kind::Strategy, &it.descriptor().id));
        let tools = self
            .tools
            .iter()
            .map(move |it| provided(Kind::Tool, &it.descriptor().id));
        parsers.chain(strategies).chain(tools)
    }

    pub(super) fn register(self, mut registry: RegistryBuilder) -> RegistryBuilder {
        let origin = self.origin;
        for parser in self.parsers {
            registry = registry.parser_from(parser, origin.clone());
        }
        for strategy in self.strategies {
            registry = registry.strategy_from(strategy, origin.clone());
        }
        for tool in self.tools {
            registry = registry.tool_from(tool, origin.clone());
        }
        registry
    }
}

/// Loads one plug-in that is trusted.
pub(super) fn load_one(
    candidate: &Candidate,
    trusted: &Trusted,
    options: &LoadOptions,
) -> Result<Plugins, PluginError> {
    if candidate.is_declarative() {
        return declarative(candidate);
    }
    let id = &candidate.manifest.id;
    let transport =
        transport(candidate, trusted.isolation, options).map_err(|kind| PluginError::new(id, kind))?;
    let instance = Instance::new(id, trusted.granted.clone(), options.limits, transport);
    let instance = Arc::new(instance);
    let description = instance.describe()?;
    agree(candidate, &description).map_err(|kind| PluginError::new(id, kind))?;
    let how = match trusted.isolation {
        Isolation::Child => "child",
        Isolation::InProcess => "library",
    };
    let mut parsers: Vec<Arc<dyn ErrorParser>> = Vec::new();
    for parser in description.parsers {
        parsers.push(Arc::new(LoadedParser::new(parser, &instance)?));
    }
    let strategy = |info| Arc::new(LoadedStrategy::new(info, &instance));
    let strategies = description.strategies.into_iter().map(strategy).collect();
    let tool = |info| Arc::new(LoadedTool::new(info, &instance));
    let tools = description.tools.into_iter().map(tool).collect();
    Ok(Plugins {
        plugin: id.clone(),
        origin: origin(candidate, how),
        parsers,
        strategies,
        tools,
        instance: Some(instance),
    })
}

fn origin(candidate: &Candidate, how: &str) -> Origin {
    Origin::Loaded {
        how: how.to_owned(),
        path: candidate.path.display().to_string(),
    }
}

fn transport(
    candidate: &Candidate,
    isolation: Isolation,
    options: &LoadOptions,
) -> Result<Box<dyn Transport>, PluginErrorKind> {
    let files = candidate.files();
    let [library] = &files[..] else {
        return Err(PluginErrorKind::Manifest("it names no library".to_owned()));
    };
    match (isolation, &options.host_program) {
        (Isolation::InProcess, _) => {
            let opened = InProcess::open(library.clone(), options.limits.reply_bytes)?;
            Ok(Box::new(opened))
        }
        (Isolation::Child, Some(program)) => Ok(Box::new(Child::open(program, library, &options.limits)?)),
        (Isolation::Child, None) => Err(PluginErrorKind::Open(
            "this program cannot host it in a child process".to_owned(),
        )),
    }
}

/// What the library holds must be what its manifest says, so that nobody trusts the one and runs the other.
fn agree(candidate: &Candidate, description: &Description) -> Result<(), PluginErrorKind> {
    if description.protocol != PROTOCOL {
        return Err(PluginErrorKind::Version {
            what: "protocol".to_owned(),
            theirs: description.protocol,
            ours: PROTOCOL,
        });
    }
    let provided = |kind, id: &str| Provided {
        kind,
        id: id.to_owned(),
    };
    let parsers = description
        .parsers
        .iter()
        .map(|it| provided(Kind::Parser, &it.descriptor.id));
    let strategies = description
        .strategies
        .iter()
        .map(|it| provided(Kind::Strategy, &it.descriptor.id));
    let tools = description
        .tools
        .iter()
        .map(|it| provided(Kind::Tool, &it.descriptor.id));
    let held: BTreeSet<Provided> = parsers.chain(strategies).chain(tools).collect();
    let named: BTreeSet<Provided> = candidate.manifest.provides.iter().cloned().collect();
    if let Some(wrong) = held.iter().find(|it| !is_id(&it.id)) {
        return Err(PluginErrorKind::Mismatch(format!("'{}' is no id", wrong.id)));
    }
    let difference = |a: &BTreeSet<Provided>, b: &BTreeSet<Provided>| a.difference(b).next().cloned();
    match (difference(&held, &named), difference(&named, &held)) {
        (Some(more), _) => Err(PluginErrorKind::Mismatch(format!(
            "the library holds {more}, which 'provides' does not name"
        ))),
        (None, Some(less)) => Err(PluginErrorKind::Mismatch(format!(
            "'provides' names {less}, which the library does not hold"
        ))),
        (None, None) => Ok(()),
    }
}

fn declarative(candidate: &Candidate) -> Result<Plugins, PluginError> {
    let id = &candidate.manifest.id;
    let mut parsers: Vec<Arc<dyn ErrorParser>> = Vec::new();
    for file in candidate.files() {
        let text = fs::read_to_string(&file).map_err(|error| PluginError::file(id, &file, &error))?;
        let parser =
            Declarative::parse(&text).map_err(|error| PluginError::manifest(id, error.to_string()))?;
        parsers.push(Arc::new(parser));
    }
    Ok(Plugins {
        plugin: id.clone(),
        origin: origin(candidate, "declarative"),
        parsers,
        strategies: Vec::new(),
        tools: Vec::new(),
        instance: None,
    })
}
