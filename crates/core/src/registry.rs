//! The one place where implementations come together (SPEC G1, G2).
//!
//! The registry is built explicitly. What was linked in is one source
//! ([`RegistryBuilder::with_linked`]), what the caller passes in another; nothing downstream can
//! tell them apart, except through [`Registry::entries`] for people's eyes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::parser::ErrorParser;
use crate::plugin::Descriptor;
use crate::strategy::FixStrategy;
use crate::tool::DebugTool;

/// Every parser, strategy and tool of one agent, sorted by id.
#[derive(Clone, Default)]
pub struct Registry {
    parsers: Shelf<dyn ErrorParser>,
    strategies: Shelf<dyn FixStrategy>,
    tools: Shelf<dyn DebugTool>,
}

impl Registry {
    /// An empty builder.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::default()
    }

    /// The parsers that are on, by id.
    pub fn parsers(&self) -> impl Iterator<Item = &Arc<dyn ErrorParser>> {
        self.parsers.enabled()
    }

    /// The strategies that are on, by id.
    pub fn strategies(&self) -> impl Iterator<Item = &Arc<dyn FixStrategy>> {
        self.strategies.enabled()
    }

    /// The tools that are on, by id.
    pub fn tools(&self) -> impl Iterator<Item = &Arc<dyn DebugTool>> {
        self.tools.enabled()
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

    /// Everything that was registered, what is switched off included, for listings.
    pub fn entries(&self) -> Vec<Entry> {
        let parsers = self.parsers.entries(Kind::Parser, |parser| parser.descriptor());
        let strategies = self
            .strategies
            .entries(Kind::Strategy, |strategy| strategy.descriptor());
        let tools = self.tools.entries(Kind::Tool, |tool| tool.descriptor());
        parsers.chain(strategies).chain(tools).collect()
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
    /// Which trait it implements.
    pub kind: Kind,
    /// What it says of itself.
    #[serde(flatten)]
    pub descriptor: Descriptor,
    /// Where it came from.
    pub origin: Origin,
    /// Whether it is on.
    pub enabled: bool,
}

/// Which of the three traits.
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

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parser => "parser",
            Self::Strategy => "strategy",
            Self::Tool => "tool",
        })
    }
}

/// Where an implementation came from.
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
        /// How: `library`, `child`, `declarative`.
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

/// Collects implementations from every source; order of calls does not matter.
#[derive(Default)]
pub struct RegistryBuilder {
    parsers: Vec<(Arc<dyn ErrorParser>, Origin)>,
    strategies: Vec<(Arc<dyn FixStrategy>, Origin)>,
    tools: Vec<(Arc<dyn DebugTool>, Origin)>,
    disabled: BTreeSet<String>,
}

impl RegistryBuilder {
    /// Everything that was linked in and registered itself with one of the `register_*!` macros.
    #[must_use]
    pub fn with_linked(mut self) -> Self {
        for linked in inventory::iter::<LinkedParser> {
            self.parsers.push(((linked.make)(), linked.source.origin()));
        }
        for linked in inventory::iter::<LinkedStrategy> {
            self.strategies.push(((linked.make)(), linked.source.origin()));
        }
        for linked in inventory::iter::<LinkedTool> {
            self.tools.push(((linked.make)(), linked.source.origin()));
        }
        self
    }

    /// One parser.
    #[must_use]
    #[track_caller]
    pub fn parser(self, parser: impl ErrorParser + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.parser_from(Arc::new(parser), origin)
    }

    /// One strategy.
    #[must_use]
    #[track_caller]
    pub fn strategy(self, strategy: impl FixStrategy + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.strategy_from(Arc::new(strategy), origin)
    }

    /// One tool.
    #[must_use]
    #[track_caller]
    pub fn tool(self, tool: impl DebugTool + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.tool_from(Arc::new(tool), origin)
    }

    /// One parser of known origin.
    #[must_use]
    pub fn parser_from(mut self, parser: Arc<dyn ErrorParser>, origin: Origin) -> Self {
        self.parsers.push((parser, origin));
        self
    }

    /// One strategy of known origin.
    #[must_use]
    pub fn strategy_from(mut self, strategy: Arc<dyn FixStrategy>, origin: Origin) -> Self {
        self.strategies.push((strategy, origin));
        self
    }

    /// One tool of known origin.
    #[must_use]
    pub fn tool_from(mut self, tool: Arc<dyn DebugTool>, origin: Origin) -> Self {
        self.tools.push((tool, origin));
        self
    }

    /// Whether a plug-in of this kind and id is there already.
    pub fn has(&self, kind: Kind, id: &str) -> bool {
        match kind {
            Kind::Parser => self.parsers.iter().any(|(it, _)| it.descriptor().id == id),
            Kind::Strategy => self.strategies.iter().any(|(it, _)| it.descriptor().id == id),
            Kind::Tool => self.tools.iter().any(|(it, _)| it.descriptor().id == id),
        }
    }

    /// Switches a plug-in off, of whatever kind it is.
    #[must_use]
    pub fn disable(mut self, id: impl Into<String>) -> Self {
        self.disabled.insert(id.into());
        self
    }

    /// The registry.
    ///
    /// # Errors
    /// When two plug-ins of one kind have the same id, or an id that is switched off is unknown.
    pub fn build(self) -> Result<Registry, RegistryError> {
        let registry = Registry {
            parsers: Shelf::new(
                Kind::Parser,
                self.parsers,
                |p| p.descriptor().id.to_string(),
                &self.disabled,
            )?,
            strategies: Shelf::new(
                Kind::Strategy,
                self.strategies,
                |s| s.descriptor().id.to_string(),
                &self.disabled,
            )?,
            tools: Shelf::new(
                Kind::Tool,
                self.tools,
                |t| t.descriptor().id.to_string(),
                &self.disabled,
            )?,
        };
        let known: BTreeSet<String> = registry
            .entries()
            .into_iter()
            .map(|e| e.descriptor.id.into_owned())
            .collect();
        match self.disabled.into_iter().find(|id| !known.contains(id)) {
            Some(id) => Err(RegistryError::Unknown { id }),
            None => Ok(registry),
        }
    }
}

/// Why a registry could not be built.
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
        /// Where the one came from.
        first: Box<Origin>,
        /// Where the other came from.
        second: Box<Origin>,
    },
    /// An id that is switched off belongs to nothing.
    #[error("there is no plug-in called '{id}' to switch off")]
    Unknown {
        /// The id.
        id: String,
    },
}

struct Slot<T: ?Sized> {
    plugin: Arc<T>,
    origin: Origin,
    enabled: bool,
}

struct Shelf<T: ?Sized>(Arc<BTreeMap<String, Slot<T>>>);

impl<T: ?Sized> Clone for Shelf<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> Default for Shelf<T> {
    fn default() -> Self {
        Self(Arc::new(BTreeMap::new()))
    }
}

impl<T: ?Sized> Shelf<T> {
    fn new(
        kind: Kind,
        plugins: Vec<(Arc<T>, Origin)>,
        id: impl Fn(&T) -> String,
        disabled: &BTreeSet<String>,
    ) -> Result<Self, RegistryError> {
        let mut slots: BTreeMap<String, Slot<T>> = BTreeMap::new();
        for (plugin, origin) in plugins {
            let id = id(&plugin);
            if let Some(first) = slots.get(&id) {
                let (first, second) = sorted(first.origin.clone(), origin);
                return Err(RegistryError::Duplicate {
                    kind,
                    id,
                    first: Box::new(first),
                    second: Box::new(second),
                });
            }
            let enabled = !disabled.contains(&id);
            slots.insert(
                id,
                Slot {
                    plugin,
                    origin,
                    enabled,
                },
            );
        }
        Ok(Self(Arc::new(slots)))
    }

    fn enabled(&self) -> impl Iterator<Item = &Arc<T>> {
        self.0
            .values()
            .filter(|slot| slot.enabled)
            .map(|slot| &slot.plugin)
    }

    fn get(&self, id: &str) -> Option<&Arc<T>> {
        self.0
            .get(id)
            .filter(|slot| slot.enabled)
            .map(|slot| &slot.plugin)
    }

    fn entries(&self, kind: Kind, describe: impl Fn(&T) -> &Descriptor) -> impl Iterator<Item = Entry> {
        self.0.values().map(move |slot| Entry {
            kind,
            descriptor: describe(&slot.plugin).clone(),
            origin: slot.origin.clone(),
            enabled: slot.enabled,
        })
    }
}

/// The message must not depend on link order.
fn sorted(a: Origin, b: Origin) -> (Origin, Origin) {
    if a.to_string() <= b.to_string() {
        (a, b)
    } else {
        (b, a)
    }
}

impl Origin {
    fn given(place: &Location<'_>) -> Self {
        Self::Given {
            place: format!("{}:{}", place.file(), place.line()),
        }
    }
}

/// Where a registration macro was called. Made by the macros.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Source {
    pub package: &'static str,
    pub file: &'static str,
    pub line: u32,
}

impl Source {
    fn origin(self) -> Origin {
        Origin::Linked {
            package: self.package.to_owned(),
            place: format!("{}:{}", self.file, self.line),
        }
    }
}

#[doc(hidden)]
pub struct LinkedParser {
    pub make: fn() -> Arc<dyn ErrorParser>,
    pub source: Source,
}

#[doc(hidden)]
pub struct LinkedStrategy {
    pub make: fn() -> Arc<dyn FixStrategy>,
    pub source: Source,
}

#[doc(hidden)]
pub struct LinkedTool {
    pub make: fn() -> Arc<dyn DebugTool>,
    pub source: Source,
}

inventory::collect!(LinkedParser);
inventory::collect!(LinkedStrategy);
inventory::collect!(LinkedTool);

/// Registers a parser with every program that links this crate: `register_parser!(MyParser::new())`.
///
/// The linker drops a crate that nothing refers to: name it once, with `use my_crate as _;`.
#[macro_export]
macro_rules! register_parser {
    ($make:expr) => {
        $crate::__register!(LinkedParser, $crate::ErrorParser, $make);
    };
}

/// Registers a strategy with every program that links this crate: `register_strategy!(MyStrategy)`.
#[macro_export]
macro_rules! register_strategy {
    ($make:expr) => {
        $crate::__register!(LinkedStrategy, $crate::FixStrategy, $make);
    };
}

/// Registers a debug tool with every program that links this crate: `register_tool!(MyTool)`.
#[macro_export]
macro_rules! register_tool {
    ($make:expr) => {
        $crate::__register!(LinkedTool, $crate::DebugTool, $make);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($slot:ident, $trait:path, $make:expr) => {
        $crate::inventory::submit! {
            $crate::registry::$slot {
                make: || -> ::std::sync::Arc<dyn $trait> { ::std::sync::Arc::new($make) },
                source: $crate::registry::Source {
                    package: env!("CARGO_PKG_NAME"),
                    file: file!(),
                    line: line!(),
                },
            }
        }
    };
}
