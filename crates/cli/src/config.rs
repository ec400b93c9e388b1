//! `unbreak.toml`: the settings of a project, found upwards from its directory; and the flags that override
//! it.

#[cfg(feature = "models")]
mod cost;
mod flags;
#[cfg(feature = "models")]
mod models;
mod schema;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;
use unbreak_core::{Options, RegistryBuilder, RegistryError, SandboxMode, Switches};
use unbreak_host::SandboxOptions;

#[cfg(feature = "models")]
pub(crate) use self::cost::CostLimit;
pub(crate) use self::flags::OptionFlag;
#[cfg(feature = "models")]
use self::models::{Definitions, ModelChoice};
#[cfg(feature = "models")]
pub(crate) use self::models::{Models, refused, runner};
pub(crate) use self::schema::schema;
use crate::args::{PluginFlags, SandboxFlags};
use crate::error::CliError;
use crate::near::did_you_mean;

/// The name of the file.
const FILE: &str = "unbreak.toml";

/// A program without models ignores their settings.
#[cfg(not(feature = "models"))]
type ModelChoice = serde::de::IgnoredAny;
#[cfg(not(feature = "models"))]
type Definitions = serde::de::IgnoredAny;

/// The reason why a text is not a valid configuration.
#[derive(Debug, thiserror::Error)]
#[error("{source}")]
pub struct ConfigError {
    source: toml::de::Error,
    hint: Option<String>,
}

impl ConfigError {
    /// A hint which key may have been meant.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

/// The content of the file. Unknown keys are refused.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The file, if there is one.
    #[serde(skip)]
    pub(crate) file: Option<PathBuf>,
    /// `[plugins]`
    #[serde(default)]
    plugins: Plugins,
    /// `[rules]`: rules of strategies that are switched off or on, by id or with `*`.
    #[serde(default)]
    rules: Switches,
    /// `[sandbox]`
    #[serde(default)]
    sandbox: Sandbox,
    /// `[options.ID]`: the plug-in defines which options there are.
    #[serde(default)]
    options: BTreeMap<String, Options>,
    /// `[model]`: the models that are asked, and their budgets.
    #[serde(default)]
    #[cfg_attr(
        not(feature = "models"),
        expect(dead_code, reason = "it is parsed but not used")
    )]
    model: ModelChoice,
    /// `[models.NAME]`
    #[serde(default)]
    #[cfg_attr(
        not(feature = "models"),
        expect(dead_code, reason = "it is parsed but not used")
    )]
    models: Definitions,
}

/// The plug-ins that are used, and those that go first.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plugins {
    /// Parsers, strategies and tools that are switched off, wherever they come from.
    #[serde(default)]
    off: Vec<String>,
    /// Plug-ins to put before all others of their kind, in this order.
    #[serde(default)]
    order: Vec<String>,
}

/// How commands are confined.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sandbox {
    /// `auto`, `off` or `strict`.
    #[serde(default)]
    mode: SandboxMode,
    /// Whether they have the network.
    net: Option<bool>,
    /// Further writable places: relative to the file's directory, or to the user's home (`~/`).
    #[serde(default)]
    writable: Vec<PathBuf>,
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|source| ConfigError {
            source,
            hint: meant(text),
        })
    }
}

impl Config {
    /// The configuration for a directory, with the flags applied.
    pub(crate) fn of(directory: &Path, flags: &PluginFlags) -> Result<Self, CliError> {
        let file = match &flags.config {
            _ if flags.no_config => None,
            Some(file) => Some(file.clone()),
            None => find(directory),
        };
        let mut config = file.map_or_else(|| Ok(Self::default()), Self::read)?;
        #[cfg(feature = "models")]
        models::check_place(&config, flags)?;
        config.heed(flags);
        Ok(config)
    }

    fn read(file: PathBuf) -> Result<Self, CliError> {
        let wrong = |error: &(dyn std::error::Error + 'static)| {
            CliError::usage(format!("{} cannot be used", file.display())).caused_by(error)
        };
        let text = fs::read_to_string(&file).map_err(|error| wrong(&error))?;
        let config: Self = text
            .parse()
            .map_err(|error: ConfigError| wrong(&error.source).hint(error.hint))?;
        Ok(Self {
            file: Some(file),
            ..config
        })
    }

    fn heed(&mut self, flags: &PluginFlags) {
        self.plugins.off.extend(flags.off.iter().cloned());
        self.plugins.off.retain(|name| !flags.on.contains(name));
        if !flags.order.is_empty() {
            self.plugins.order.clone_from(&flags.order);
        }
        for flag in &flags.options {
            let options = self.options.entry(flag.plugin.clone()).or_default();
            options.set(&flag.name, flag.value.clone());
        }
    }

    /// The sandbox settings, with the flags applied.
    pub(crate) fn sandbox(&self, flags: &SandboxFlags) -> SandboxOptions {
        let base = self
            .file
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(Path::new("."));
        let home = std::env::home_dir().unwrap_or_default();
        let places = self
            .sandbox
            .writable
            .iter()
            .map(|place| match place.strip_prefix("~") {
                Ok(inside) => home.join(inside),
                Err(_) => base.join(place),
            });
        let mut options = SandboxOptions::default();
        options.mode = flags.sandbox.unwrap_or(self.sandbox.mode);
        options.network = flags.network().or(self.sandbox.net);
        options.writable = places.collect();
        options
    }

    /// Applies its settings for plug-ins to a registry.
    #[must_use]
    pub fn apply(&self, registry: RegistryBuilder) -> RegistryBuilder {
        let off = self.plugins.off.iter();
        let registry = off.fold(registry, RegistryBuilder::disable);
        let registry = registry.order(&self.plugins.order).rules(self.rules.clone());
        let options = self.options.iter();
        options.fold(registry, |registry, (name, options)| {
            registry.options(name, options)
        })
    }

    /// An error about a plug-in's setting, with a hint.
    pub(crate) fn explain(&self, error: &RegistryError, failure: CliError) -> CliError {
        let failure = match error.misspelt() {
            Some((name, known)) => failure.hint(did_you_mean(name, known)),
            None => failure,
        };
        let file = self.file.as_ref();
        failure.hint(file.map(|file| format!("the configuration is {}", file.display())))
    }
}

fn find(directory: &Path) -> Option<PathBuf> {
    let directory = directory.canonicalize().ok()?;
    let mut files = directory.ancestors().map(|ancestor| ancestor.join(FILE));
    files.find(|file| file.is_file())
}

/// The keys that may have been meant by an unknown one.
fn meant(text: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(text).ok()?;
    let known = schema::keys("");
    let wrong = table.keys().find(|key| !known.contains(key));
    if let Some(key) = wrong {
        return did_you_mean(key, known);
    }
    let nested = table.get("models").and_then(toml::Value::as_table);
    let nested = nested
        .into_iter()
        .flatten()
        .map(|(_, model)| ("models", Some(model)));
    let parts = ["plugins", "rules", "sandbox", "model"].map(|part| (part, table.get(part)));
    parts.into_iter().chain(nested).find_map(|(part, given)| {
        let known = schema::keys(part);
        let mut keys = given?.as_table()?.keys();
        did_you_mean(keys.find(|key| !known.contains(key))?, known)
    })
}
