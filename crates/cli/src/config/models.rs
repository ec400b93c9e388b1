//! `[models.NAME]` and `[model]`: the language models that may be asked.
//!
//! Models are defined only in the operator's own file: `unbreak/unbreak.toml` in `$XDG_CONFIG_HOME` (or in
//! `~/.config`), or the one that `--config` names. A project's file comes from others: a `command` or
//! `key_command` in it would run a program just because the project was cloned, and a `base_url` would send
//! source and key to a stranger. It can only restrict: leave out tiers, and lower the number of samples and
//! the budgets.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use unbreak_core::policy::escalation::FailureTier;
use unbreak_core::{Model, Runner};
use unbreak_host::runner::{Limits, ProcessRunner};
use unbreak_host::{CancelToken, ModelSettings, Price};
use unbreak_models::ModelConfig;

use super::{Config, CostLimit};
use crate::args::{ModelFlags, PluginFlags};
use crate::error::CliError;
use crate::near::did_you_mean;
use crate::workspace;

/// Every `[models.NAME]` of a file.
pub(super) type Definitions = BTreeMap<String, ModelConfig>;

/// The most bytes that a program may print as an answer or a key.
const MOST_OUTPUT: u64 = 16 << 20;

/// `[model]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelChoice {
    /// The models that a run may ask, the first one first.
    tiers: Option<Vec<String>>,
    samples: Option<u32>,
    budget_tokens: Option<u64>,
    budget_cost: Option<CostLimit>,
    attempts: Option<u32>,
    replans: Option<u32>,
    hint_share: Option<HintShare>,
    /// The tier of failures, by category.
    #[serde(default)]
    categories: BTreeMap<String, FailureTier>,
}

/// A share of the attempts, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
struct HintShare(f64);

impl TryFrom<f64> for HintShare {
    type Error = &'static str;

    fn try_from(share: f64) -> Result<Self, Self::Error> {
        match (0.0..=1.0).contains(&share) {
            true => Ok(Self(share)),
            false => Err("write it as a share from 0 to 1"),
        }
    }
}

/// Refuses models that a project's file defines.
pub(super) fn check_place(config: &Config, flags: &PluginFlags) -> Result<(), CliError> {
    let Some(file) = config.file.as_ref().filter(|_| !config.models.is_empty()) else {
        return Ok(());
    };
    if flags.config.is_some() || is_own(file) {
        return Ok(());
    }
    let own = own_file().map_or_else(
        || "a file for --config".to_owned(),
        |own| own.display().to_string(),
    );
    Err(CliError::usage(format!(
        "{} defines language models, which a project cannot",
        file.display()
    ))
    .hint(format!(
        "define them in {own}: a project's file could send your source and your key anywhere"
    )))
}

impl Config {
    /// Returns whether it has a setting that only a project's file, or the one of `--config`, may have.
    fn says_more_than_models(&self) -> bool {
        let usual = Self::default();
        !self.options.is_empty() || self.plugins != usual.plugins || self.sandbox != usual.sandbox
    }
}

/// The operator's own file, which may not exist.
fn own_file() -> Option<PathBuf> {
    let xdg = std::env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let directory = xdg.or_else(|| Some(std::env::home_dir()?.join(".config")))?;
    Some(directory.join("unbreak").join(super::FILE))
}

fn is_own(file: &Path) -> bool {
    let own = own_file().and_then(|own| own.canonicalize().ok());
    own.is_some() && file.canonicalize().ok() == own
}

/// The language models that are configured for a directory.
#[derive(Debug, Default)]
pub(crate) struct Models {
    /// The operator's own file, if there is one.
    pub(crate) file: Option<PathBuf>,
    definitions: Definitions,
    /// The models that a run may ask.
    pub(crate) tiers: Vec<String>,
    choice: ModelChoice,
}

impl Models {
    /// The models of the operator's file and of the one that `--config` names, as far as the project's file
    /// allows them.
    pub(crate) fn of(config: &Config, flags: &PluginFlags) -> Result<Self, CliError> {
        let mut models = match own_file().filter(|file| file.is_file() && !flags.no_config) {
            Some(file) => Self::own(&file)?,
            None => Self::default(),
        };
        match &config.file {
            Some(file) if is_own(file) => {}
            Some(file) if flags.config.is_some() => models.extend(&config.models, &config.model, file),
            _ => models.narrow(&config.model),
        }
        models.check_tiers()?;
        Ok(models)
    }

    fn own(file: &Path) -> Result<Self, CliError> {
        let config = Config::read(file.to_owned())?;
        if config.says_more_than_models() {
            let message = format!("{} may hold [models.NAME] and [model] only", file.display());
            return Err(CliError::usage(message)
                .hint("put the rest into a project's unbreak.toml, or into a file for --config".to_owned()));
        }
        let mut models = Self {
            file: Some(file.to_owned()),
            ..Self::default()
        };
        models.extend(&config.models, &config.model, file);
        Ok(models)
    }

    /// Adds the operator's settings in a file, which override earlier ones.
    fn extend(&mut self, definitions: &Definitions, choice: &ModelChoice, file: &Path) {
        for (name, definition) in definitions {
            self.definitions
                .insert(name.clone(), with_paths(definition, file));
        }
        if let Some(tiers) = &choice.tiers {
            self.tiers.clone_from(tiers);
        }
        self.choice.samples = choice.samples.or(self.choice.samples);
        self.choice.budget_tokens = choice.budget_tokens.or(self.choice.budget_tokens);
        self.choice.budget_cost = choice.budget_cost.or(self.choice.budget_cost);
        self.choice.attempts = choice.attempts.or(self.choice.attempts);
        self.choice.replans = choice.replans.or(self.choice.replans);
        self.choice.hint_share = choice.hint_share.or(self.choice.hint_share);
        self.choice.categories.extend(choice.categories.clone());
    }

    /// Removes the models that a project does not allow.
    fn narrow(&mut self, project: &ModelChoice) {
        if let Some(tiers) = &project.tiers {
            self.tiers.retain(|name| tiers.contains(name));
        }
        let usual = ModelSettings::default();
        self.choice.samples = lower(self.choice.samples.or(Some(usual.samples)), project.samples);
        self.choice.budget_tokens = lower(self.choice.budget_tokens, project.budget_tokens);
        let limits = &usual.escalation;
        self.choice.attempts = lower(
            self.choice.attempts.or(Some(limits.max_attempts)),
            project.attempts,
        );
        self.choice.replans = lower(self.choice.replans.or(Some(limits.max_replans)), project.replans);
        self.choice.hint_share = self.choice.hint_share.or(project.hint_share);
        self.choice.categories.extend(project.categories.clone());
        if let Some(CostLimit(Some(dollars))) = project.budget_cost {
            let own = self.choice.budget_cost.map_or(usual.budget_cost, |limit| limit.0);
            self.choice.budget_cost = Some(CostLimit(Some(own.map_or(dollars, |own| own.min(dollars)))));
        }
    }

    fn check_tiers(&self) -> Result<(), CliError> {
        let unknown = self
            .tiers
            .iter()
            .find(|name| !self.definitions.contains_key(*name));
        unknown.map_or(Ok(()), |name| Err(self.unknown(name)))
    }

    fn unknown(&self, name: &str) -> CliError {
        let known: Vec<&str> = self.definitions.keys().map(String::as_str).collect();
        let file = self.file.clone().or_else(own_file).unwrap_or_default();
        let hint = did_you_mean(name, &known).unwrap_or_else(|| match known.is_empty() {
            true => format!("define it as [models.{name}] in {}", file.display()),
            false => format!("the configured models are {}", known.join(", ")),
        });
        CliError::usage(format!("there is no model '{name}'")).hint(hint)
    }

    /// Every configured model, by name.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (&str, &ModelConfig)> {
        self.definitions
            .iter()
            .map(|(name, definition)| (name.as_str(), definition))
    }

    /// The configuration of a model.
    pub(crate) fn definition(&self, name: &str) -> Result<&ModelConfig, CliError> {
        self.definitions.get(name).ok_or_else(|| self.unknown(name))
    }

    /// A model and its price.
    pub(crate) fn open(
        &self,
        name: &str,
        runner: &Arc<dyn Runner>,
    ) -> Result<(Arc<dyn Model>, Price), CliError> {
        let definition = self.definition(name)?;
        let model = definition
            .open(name, Arc::clone(runner))
            .map_err(|error| refused(&error))?;
        Ok((model, price(definition)))
    }

    /// The budgets of a run, with the flags applied.
    pub(crate) fn budgets(&self, flags: &ModelFlags) -> ModelSettings {
        let mut settings = ModelSettings::default();
        let samples = flags.samples.or(self.choice.samples);
        settings.samples = samples.unwrap_or(settings.samples).max(1);
        settings.budget_tokens = flags.budget_tokens.or(self.choice.budget_tokens);
        if let Some(CostLimit(dollars)) = flags.budget_cost.or(self.choice.budget_cost) {
            settings.budget_cost = dollars;
        }
        let policy = &mut settings.escalation;
        policy.max_attempts = flags
            .attempts
            .or(self.choice.attempts)
            .unwrap_or(policy.max_attempts);
        policy.max_replans = flags
            .replans
            .or(self.choice.replans)
            .unwrap_or(policy.max_replans);
        if let Some(HintShare(share)) = self.choice.hint_share {
            policy.hint_share = share;
        }
        for (category, tier) in &self.choice.categories {
            policy.categories = std::mem::take(&mut policy.categories).with(category, *tier);
        }
        settings
    }

    /// The models and budgets of a run, with the flags applied.
    pub(crate) fn settings(&self, flags: &ModelFlags, directory: &Path) -> Result<ModelSettings, CliError> {
        let mut settings = self.budgets(flags);
        let tiers = match &flags.model {
            _ if flags.no_model => &[],
            Some(name) => std::slice::from_ref(name),
            None => self.tiers.as_slice(),
        };
        if tiers.is_empty() {
            return Ok(settings);
        }
        let runner = runner(directory)?;
        for name in tiers {
            let (model, price) = self.open(name, &runner)?;
            settings = settings.tier(model, price);
        }
        Ok(settings)
    }
}

/// The price of a model's tokens; `None` if not configured.
pub(crate) fn price(definition: &ModelConfig) -> Price {
    let (input, output) = definition.price().unwrap_or_default();
    Price::new(input, output)
}

/// The runner of programs that return answers or keys. They run in an empty directory, so that they find
/// nothing of the workspace.
pub(crate) fn runner(directory: &Path) -> Result<Arc<dyn Runner>, CliError> {
    let tree = workspace::open(directory)?;
    let empty = tree.state_directory().join("models");
    std::fs::create_dir_all(&empty)?;
    let limits = Limits {
        output_bytes: Some(MOST_OUTPUT),
        ..Limits::default()
    };
    Ok(Arc::new(ProcessRunner::new(empty, limits, CancelToken::new())))
}

/// A model's error, for people.
pub(crate) fn refused(error: &unbreak_core::ModelError) -> CliError {
    use unbreak_core::ModelErrorKind as Kind;
    let message = format!("model {}: {}", error.model, error.message);
    let failure = match error.kind {
        Kind::Configuration => CliError::usage(message),
        _ => CliError::failed(message),
    };
    failure.hint((!error.hint.is_empty()).then(|| error.hint.clone()))
}

/// Paths are relative to the file that names them, or to the user's home (`~/`).
fn with_paths(definition: &ModelConfig, file: &Path) -> ModelConfig {
    let base = file.parent().unwrap_or(Path::new("."));
    let placed = |path: &PathBuf| match path.strip_prefix("~") {
        Ok(inside) => std::env::home_dir().unwrap_or_default().join(inside),
        Err(_) => base.join(path),
    };
    let mut definition = definition.clone();
    definition.file = definition.file.as_ref().map(placed);
    definition.record = definition.record.as_ref().map(placed);
    definition
}

fn lower<T: Ord>(own: Option<T>, project: Option<T>) -> Option<T> {
    match (own, project) {
        (Some(own), Some(project)) => Some(own.min(project)),
        (own, project) => own.or(project),
    }
}
