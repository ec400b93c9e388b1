//! Makes implementations of the three traits from a trusted plug-in.

use std::collections::BTreeSet;
use std::sync::Arc;

use unbreak_core::registry::Kind;
use unbreak_core::{ErrorParser, FixStrategy, Origin, RegistryBuilder};
use unbreak_parsers::Grammar;
use unbreak_plugin_abi::PROTOCOL;
use unbreak_plugin_abi::messages::Description;

use super::adapt::{LoadedParser, LoadedStrategy, LoadedTool};
use super::call::Transport;
use super::child::Child;
use super::discover::Candidate;
use super::error::{PluginError, PluginErrorKind};
use super::grant::Capability;
use super::instance::Instance;
use super::library::InProcess;
use super::load::LoadOptions;
use super::manifest::{Form, Provided, is_id};
use super::trust::{Isolation, Trusted};
use super::wire::Load;

/// The parts of one plug-in.
pub(super) struct Plugins {
    pub(super) plugin: String,
    pub(super) origin: Origin,
    pub(super) parsers: Vec<Arc<dyn ErrorParser>>,
    pub(super) strategies: Vec<Arc<dyn FixStrategy>>,
    pub(super) tools: Vec<Arc<LoadedTool>>,
    /// The library behind them, if there is one.
    pub(super) instance: Option<Arc<Instance>>,
}

impl Plugins {
    pub(super) fn provided(&self) -> impl Iterator<Item = Provided> {
        use unbreak_core::DebugTool as _;
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

/// Loads one trusted plug-in.
pub(super) fn load_one(
    candidate: &Candidate,
    trusted: &Trusted,
    options: &LoadOptions,
) -> Result<Plugins, PluginError> {
    match candidate.manifest.kind {
        Form::Declarative => return declarative(candidate),
        Form::Rules => return rules(candidate),
        Form::Library => {}
    }
    let id = &candidate.manifest.id;
    let transport = transport(candidate, trusted, options).map_err(|kind| PluginError::new(id, kind))?;
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
    let strategy = |info| Arc::new(LoadedStrategy::new(info, &instance)) as Arc<dyn FixStrategy>;
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
    trusted: &Trusted,
    options: &LoadOptions,
) -> Result<Box<dyn Transport>, PluginErrorKind> {
    let [library] = &candidate.files[..] else {
        return Err(PluginErrorKind::Manifest("it names no library".to_owned()));
    };
    match (trusted.isolation, &options.host_program) {
        (Isolation::InProcess, _) => {
            let opened = InProcess::open(library.clone(), &options.limits)?;
            Ok(Box::new(opened))
        }
        (Isolation::Child, Some(program)) => {
            let may = |capability| trusted.granted.allow(&capability);
            let load = Load {
                sha256: library.sha256.clone(),
                network: may(Capability::Net),
                processes: may(Capability::Exec("*".to_owned())),
            };
            Ok(Box::new(Child::open(program, library, load, &options.limits)?))
        }
        (Isolation::Child, None) => Err(PluginErrorKind::Open(
            "this program cannot host it in a child process".to_owned(),
        )),
    }
}

/// Checks that the library holds what its manifest says, so that a manifest cannot gain trust for something
/// else.
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
        return Err(PluginErrorKind::Mismatch(format!("'{}' is not an id", wrong.id)));
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
    for file in &candidate.files {
        let bytes = file.read().map_err(|kind| PluginError::new(id, kind))?;
        let text = String::from_utf8_lossy(&bytes);
        let parser = Grammar::parse(&text).map_err(|error| PluginError::manifest(id, error.to_string()))?;
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

/// A strategy for each file, with the file's id.
#[cfg(feature = "rules")]
fn rules(candidate: &Candidate) -> Result<Plugins, PluginError> {
    use unbreak_strategies::rule_file::RuleFile;
    let id = &candidate.manifest.id;
    let mut strategies: Vec<Arc<dyn FixStrategy>> = Vec::new();
    for (file, name) in candidate.files.iter().zip(candidate.manifest.data()) {
        let bytes = file.read().map_err(|kind| PluginError::new(id, kind))?;
        let rules = RuleFile::parse(name, &String::from_utf8_lossy(&bytes)).map_err(|error| {
            let advice = error.advice().map(|advice| format!("; {advice}"));
            PluginError::manifest(id, format!("{error}{}", advice.unwrap_or_default()))
        })?;
        strategies.push(Arc::new(rules));
    }
    Ok(Plugins {
        plugin: id.clone(),
        origin: origin(candidate, "rules"),
        parsers: Vec::new(),
        strategies,
        tools: Vec::new(),
        instance: None,
    })
}

/// The same without the engine for rules.
#[cfg(not(feature = "rules"))]
fn rules(candidate: &Candidate) -> Result<Plugins, PluginError> {
    let kind = PluginErrorKind::Manifest("this program was built without rules that are data".to_owned());
    Err(PluginError::new(&candidate.manifest.id, kind))
}
