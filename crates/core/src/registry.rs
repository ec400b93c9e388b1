//! The one place that collects all implementations.
//!
//! The registry is built explicitly. Linked plug-ins are one source ([`RegistryBuilder::with_linked`]),
//! plug-ins passed by the caller another. Later code treats them alike; only [`Registry::entries`], made for
//! listings, shows the difference.

mod builder;
mod linked;
mod settings;
mod shelf;

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::builder::RegistryBuilder;
#[doc(hidden)]
pub use self::linked::{LinkedParser, LinkedParsers, LinkedStrategy, LinkedTool, ParserFile, Source};
use self::shelf::Shelf;
use crate::fix::Fix;
use crate::options::{Options, OptionsError};
use crate::parser::ErrorParser;
use crate::plugin::Descriptor;
use crate::rule::{RuleDescription, Switches};
use crate::strategy::FixStrategy;
use crate::tool::DebugTool;

/// All parsers, strategies and tools of one agent: those that the operator put first, then the others by id.
#[derive(Clone, Default)]
pub struct Registry {
    parsers: Shelf<dyn ErrorParser>,
    strategies: Shelf<dyn FixStrategy>,
    tools: Shelf<dyn DebugTool>,
    switches: Switches,
}

impl Registry {
    /// An empty builder.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::default()
    }

    /// The enabled parsers, in their order.
    pub fn parsers(&self) -> impl Iterator<Item = &Arc<dyn ErrorParser>> {
        self.parsers.enabled()
    }

    /// The enabled strategies, in their order.
    pub fn strategies(&self) -> impl Iterator<Item = &Arc<dyn FixStrategy>> {
        self.strategies.enabled()
    }

    /// The enabled tools, in their order.
    pub fn tools(&self) -> impl Iterator<Item = &Arc<dyn DebugTool>> {
        self.tools.enabled()
    }

    /// The rules of the enabled strategies, the disabled ones included, by id.
    pub fn rules(&self) -> Vec<RuleDescription> {
        let all = self.strategies().flat_map(|strategy| strategy.rules());
        let mut rules: Vec<RuleDescription> = all.collect();
        for rule in &mut rules {
            rule.enabled &= self.switches.allow(&rule.id);
        }
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        rules.dedup_by(|a, b| a.id == b.id);
        rules
    }

    /// Returns whether no rule that took part in a fix is switched off.
    pub fn allows(&self, fix: &Fix) -> bool {
        fix.rules().all(|rule| self.switches.allow(rule))
    }

    /// The settings of a rule that is not enabled here may belong to a strategy that is switched off.
    fn check_switches(&self) -> Result<(), RegistryError> {
        if self.switches.is_empty() {
            return Ok(());
        }
        let all = self.strategies.all().flat_map(|strategy| strategy.rules());
        let known: Vec<String> = all.map(|rule| rule.id).collect();
        match self.switches.unknown(&known.iter().map(String::as_str)) {
            Some((_, pattern)) => Err(RegistryError::UnknownRule {
                pattern: pattern.to_owned(),
                known,
            }),
            None => Ok(()),
        }
    }

    /// A parser by id.
    pub fn parser(&self, id: &str) -> Option<&Arc<dyn ErrorParser>> {
        self.parsers.get(id)
    }

    /// A strategy by id.
    pub fn strategy(&self, id: &str) -> Option<&Arc<dyn FixStrategy>> {
        self.strategies.get(id)
    }

    /// A tool by id.
    pub fn tool(&self, id: &str) -> Option<&Arc<dyn DebugTool>> {
        self.tools.get(id)
    }

    /// The place of a plug-in among those that the operator put first, from 0.
    pub fn place(&self, kind: Kind, id: &str) -> Option<usize> {
        match kind {
            Kind::Parser => self.parsers.place(id),
            Kind::Strategy => self.strategies.place(id),
            Kind::Tool => self.tools.place(id),
        }
    }

    /// Where a plug-in came from.
    pub fn origin(&self, kind: Kind, id: &str) -> Option<&Origin> {
        match kind {
            Kind::Parser => self.parsers.origin(id),
            Kind::Strategy => self.strategies.origin(id),
            Kind::Tool => self.tools.origin(id),
        }
    }

    /// All registered plug-ins, the disabled ones included, for listings.
    pub fn entries(&self) -> Vec<Entry> {
        let parsers = self.parsers.entries();
        parsers
            .chain(self.strategies.entries())
            .chain(self.tools.entries())
            .collect()
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = |kind| {
            self.entries()
                .into_iter()
                .filter(move |e| e.kind == kind)
                .map(|e| e.descriptor.id)
        };
        f.debug_struct("Registry")
            .field("parsers", &ids(Kind::Parser).collect::<Vec<_>>())
            .field("strategies", &ids(Kind::Strategy).collect::<Vec<_>>())
            .field("tools", &ids(Kind::Tool).collect::<Vec<_>>())
            .finish()
    }
}

/// One registered plug-in, for listings.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    /// The trait it implements.
    pub kind: Kind,
    /// Its self-description.
    #[serde(flatten)]
    pub descriptor: Descriptor,
    /// Its origin.
    pub origin: Origin,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Its place among the plug-ins of its kind that the operator put first, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
    /// JSON schema of its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options_schema: Option<Value>,
    /// The options that are set.
    #[serde(skip_serializing_if = "Options::is_empty")]
    pub options: Options,
}

/// One of the three plug-in traits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// [`ErrorParser`]
    Parser,
    /// [`FixStrategy`]
    Strategy,
    /// [`DebugTool`]
    Tool,
}

impl Kind {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Parser, Self::Strategy, Self::Tool];

    /// The kind in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parser => "parser",
            Self::Strategy => "strategy",
            Self::Tool => "tool",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The origin of an implementation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Origin {
    /// Linked into the program.
    Linked {
        /// The crate that registered it.
        package: String,
        /// The source file and line of the registration.
        place: String,
    },
    /// Passed to the builder.
    Given {
        /// The source file and line of the call.
        place: String,
    },
    /// Loaded from a file at run time: a dynamic library, a child process' library, a declarative file.
    Loaded {
        /// The way: `library`, `child`, `declarative`, `rules`.
        how: String,
        /// The file.
        path: String,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linked { package, place } => write!(f, "linked: {package} ({place})"),
            Self::Given { place } => write!(f, "given at {place}"),
            Self::Loaded { how, path } => write!(f, "{how}: {path}"),
        }
    }
}

/// The reason why a registry could not be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// Two plug-ins of one kind share an id.
    #[error("two {kind}s are called '{id}': {first}; {second}")]
    Duplicate {
        /// Their kind.
        kind: Kind,
        /// The id.
        id: String,
        /// The origin of the first.
        first: Box<Origin>,
        /// The origin of the second.
        second: Box<Origin>,
    },
    /// No plug-in has this name.
    #[error("there is no plug-in called '{id}' to {purpose}")]
    Unknown {
        /// The name.
        id: String,
        /// The purpose for which it was named.
        purpose: &'static str,
        /// The existing ids.
        known: Vec<String>,
    },
    /// No rule fits a pattern.
    #[error("no rule fits '{pattern}'")]
    UnknownRule {
        /// The pattern.
        pattern: String,
        /// The ids of all rules.
        known: Vec<String>,
    },
    /// A plug-in refuses its options.
    #[error("the {kind} '{id}': {error}")]
    Options {
        /// Its kind.
        kind: Kind,
        /// Its id.
        id: String,
        /// The reason.
        error: OptionsError,
    },
}

impl RegistryError {
    /// A name that no plug-in or rule has, and the ids that may have been meant.
    pub fn misspelt(&self) -> Option<(&str, &[String])> {
        match self {
            Self::Unknown { id, known, .. } | Self::UnknownRule { pattern: id, known } => Some((id, known)),
            Self::Options {
                error: OptionsError::Unknown { name, known },
                ..
            } => Some((name, known)),
            _ => None,
        }
    }
}

impl Origin {
    fn given(place: &Location<'_>) -> Self {
        Self::Given {
            place: format!("{}:{}", place.file(), place.line()),
        }
    }
}
